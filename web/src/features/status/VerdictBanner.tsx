import { page } from '../../../../server/contract/messages.ts'
import type { PeersAnswer } from '../../../../server/contract/peers.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { clockTime } from '../../lib/time.ts'
import type { Failure } from '../../lib/use-polled.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { splitReason, type Tone, toneOf, withoutSeconds } from './verdict.ts'
import './verdict-banner.css'

export interface VerdictBannerProps {
  status: StatusAnswer | null
  peers: PeersAnswer | null
  /** When `status` came; Unix milliseconds. */
  at: number
  /** Set when the newest status could not be read: what is shown is then the last one known. */
  failure: Failure | null
}

const ICONS: Record<Tone, IconName> = { ok: 'ok', warn: 'warn', bad: 'bad' }

/** Can this signer sign now? In words, with a colour and a sign that say the same. */
export function VerdictBanner({ status, peers, at, failure }: VerdictBannerProps) {
  return (
    <>
      <p className="sr-only" role="status">
        {announcement(status, failure)}
      </p>
      {status === null ? (
        <LoadingBanner />
      ) : (
        <Verdict status={status} peers={peers} staleSince={failure === null ? null : at} />
      )}
    </>
  )
}

function announcement(status: StatusAnswer | null, failure: Failure | null): string {
  if (failure !== null) return page.tryingAgain(failure.error)
  if (status === null) return page.loading
  return [withoutSeconds(status.reason), ...status.warnings].join('. ')
}

function LoadingBanner() {
  return (
    <section className="verdict" aria-label={page.verdict}>
      <Icon name="wait" size={34} />
      <div>
        <h2>
          <span className="skeleton">{page.loading}</span>
        </h2>
        <p>
          <span className="skeleton">{page.loading}</span>
        </p>
      </div>
      <Facts status={null} peers={null} />
    </section>
  )
}

interface VerdictProps {
  status: StatusAnswer
  peers: PeersAnswer | null
  staleSince: number | null
}

function Verdict({ status, peers, staleSince }: VerdictProps) {
  const tone = toneOf(status)
  const stale = staleSince !== null
  const { title, detail } = splitReason(status.reason)
  const about = [stale ? page.lastKnownAt(clockTime(new Date(staleSince))) : '', detail].filter(
    Boolean,
  )
  return (
    <section className={stale ? 'verdict' : `verdict ${tone}`} aria-label={page.verdict}>
      <Icon name={stale ? 'offline' : ICONS[tone]} size={34} />
      <div>
        <h2>{stale ? page.lastKnown(title) : title}</h2>
        {about.length > 0 && <p>{about.join(': ')}</p>}
      </div>
      {status.hasCredentials && <Facts status={status} peers={peers} />}
      {status.warnings.length > 0 && (
        <ul className="warnings" aria-label={page.warnings}>
          {status.warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warn" />
              <span>{warning}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Facts({ status, peers }: Pick<VerdictBannerProps, 'status' | 'peers'>) {
  const heard = status?.relayStates.filter((relay) => relay.heard).length
  const given = peers?.peers.reduce((sum, peer) => sum + peer.partialSignatures, 0)
  const facts = [
    [page.relaysHeard, status === null ? '–' : `${heard}/${status.relayCount}`],
    [page.peersOnline, peers === null ? '–' : `${peers.online}/${peers.total}`],
    [page.partialSignaturesTotal, given?.toLocaleString('en') ?? '–'],
  ]
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

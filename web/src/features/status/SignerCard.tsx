import { page } from '../../../../server/contract/messages.ts'
import type { PeersAnswer } from '../../../../server/contract/peers.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import type { SelfAnswer } from '../../lib/api.ts'
import { ago } from '../../lib/time.ts'
import type { Polled } from '../../lib/use-polled.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { signerWord } from './verdict.ts'
import './signer-card.css'

export interface SignerCardProps {
  status: StatusAnswer | null
  /** Our own key as a member. */
  self: Polled<SelfAnswer>
  peers: Polled<PeersAnswer>
}

const LOOKS: Record<string, { icon: IconName; className: string }> = {
  [page.signerStates.running]: { icon: 'ok', className: 'chip ok' },
  [page.signerStates.starting]: { icon: 'wait', className: 'chip warn' },
}
const STOPPED = { icon: 'bad', className: 'chip' } as const

/** What runs, for whom, and when it last heard anything. */
export function SignerCard({ status, self, peers }: SignerCardProps) {
  const word = status === null ? null : signerWord(status.state)
  const look = LOOKS[word ?? ''] ?? STOPPED
  return (
    <Card
      title={page.signer}
      actions={
        word !== null && (
          <span className={look.className}>
            <Icon name={look.icon} size={13} />
            {word}
          </span>
        )
      }
    >
      <div className="card-body">
        {(status === null || status.hasCredentials) && (
          <dl className="facts-list">
            <Fact name={page.pubkey} mono value={known(self, ({ pubkey }) => shortKey(pubkey))} />
            <Fact name={page.members} value={known(peers, ({ total }) => page.membersOf(total))} />
            <Fact name={page.lastMessage} value={status === null ? null : lastMessage(status)} />
            <Fact name={page.lastCheck} value={status === null ? null : lastCheck(status)} />
          </dl>
        )}
        <p className="sub signer-line">
          {status === null || word === null ? (
            <span className="skeleton">{page.loading}</span>
          ) : (
            page.signerLine(word, status.nodeActive)
          )}
        </p>
        <Note>{status?.hasCredentials === false ? page.startsWhenSet : page.startsByItself}</Note>
        {(status === null || status.hasCredentials) && (
          <Note kind="warn">{page.firstGeneration}</Note>
        )}
      </div>
    </Card>
  )
}

function Fact({ name, value, mono }: { name: string; value: string | null; mono?: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={mono ? 'mono key' : undefined}>
        {value ?? <span className="skeleton">{page.loading}</span>}
      </dd>
    </>
  )
}

/** null while it is still on its way. */
function known<T>({ data, failure }: Polled<T>, words: (data: T) => string): string | null {
  if (data !== null) return words(data)
  return failure === null ? null : page.notKnown
}

function lastMessage({ health, timestamp }: StatusAnswer): string {
  const { lastActivity } = health
  return lastActivity === null ? page.none : ago(lastActivity, Date.parse(timestamp))
}

function lastCheck({ health, timestamp }: StatusAnswer): string {
  const { lastConnectivityCheck: at, consecutiveConnectivityFailures: failures } = health
  if (at === null) return page.none
  const when = ago(at, Date.parse(timestamp))
  return failures === 0 ? page.checkPassed(when) : page.checkFailed(failures, when)
}

import { page } from '../../../../server/contract/messages.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { milliseconds } from '../../lib/time.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { describeRelay, type RelayDescription, type RelayState } from './describe-relay.ts'
import './relays.css'

const LOOKS: Record<RelayDescription['kind'], { icon: IconName; tone: string }> = {
  ok: { icon: 'ok', tone: 'tone-ok' },
  wait: { icon: 'wait', tone: 'tone-quiet' },
  warn: { icon: 'warn', tone: 'tone-warn' },
  bad: { icon: 'bad', tone: 'tone-bad' },
}

/** The relays that the signer uses, and how each is as of the last status. */
export function RelaysCard({ status }: { status: StatusAnswer | null }) {
  const states = status?.relayStates ?? []
  const heard = states.filter((relay) => relay.heard).length
  return (
    <Card
      title={page.relays}
      actions={
        states.length > 0 && (
          <span className={heard === states.length ? 'chip ok' : 'chip warn'}>
            <Icon name={heard === states.length ? 'ok' : 'warn'} size={13} />
            {page.relayCount(heard, states.length)}
          </span>
        )
      }
    >
      {status === null ? (
        <>
          <RelaySkeleton />
          <RelaySkeleton />
        </>
      ) : status.relays.length === 0 ? (
        <p className="empty">{page.noRelays}</p>
      ) : (
        <ul>
          {status.relays.map((url) => {
            const state = states.find((relay) => relay.url === url)
            return state === undefined ? (
              <UnusedRelay key={url} url={url} />
            ) : (
              <Relay key={url} relay={state} now={Date.parse(status.timestamp)} />
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function Relay({ relay, now }: { relay: RelayState; now: number }) {
  const { kind, text } = describeRelay(relay, now)
  const { icon, tone } = LOOKS[kind]
  return (
    <li className="row relay">
      <span className={tone}>
        <Icon name={icon} />
        <span className="sr-only">{page.relayWords[kind]}</span>
      </span>
      <div>
        <div className="mono">{relay.url}</div>
        <div className="sub">{text}</div>
      </div>
      <span className="num">{relay.latencyMs !== null && milliseconds(relay.latencyMs)}</span>
    </li>
  )
}

function UnusedRelay({ url }: { url: string }) {
  return (
    <li className="row relay">
      <span className="tone-quiet">
        <Icon name="unknown" />
      </span>
      <div>
        <div className="mono">{url}</div>
        <div className="sub">{page.relayUnused}</div>
      </div>
    </li>
  )
}

function RelaySkeleton() {
  return (
    <div className="row relay" aria-hidden="true">
      <span className="tone-quiet">
        <Icon name="wait" />
      </span>
      <div>
        <div className="mono">
          <span className="skeleton wide">{page.loading}</span>
        </div>
        <div className="sub">
          <span className="skeleton">{page.loading}</span>
        </div>
      </div>
    </div>
  )
}

import type { Directions, SignerState } from '#contract/status.ts'
import { verdict as texts } from '#contract/warning-messages.ts'
import type { RelayStatus } from '#relay/status.ts'
import { attendance, type Cosigner, directionsOf, shut } from './peers/directions.ts'

export interface SignerHealth {
  state: SignerState
  /** What it can do now and why it can't do the rest: one line for an owner. */
  reason: string
  directions: Directions
}

export interface SignerView {
  relays: readonly RelayStatus[]
  peers: readonly Cosigner[]
  /** Why nothing can be signed, whoever is online. */
  obstacle: string | null
  threshold: number
  /** Since when no relay is heard; Unix milliseconds. */
  silentSince: number
  /** Some relay has been heard since the node was started. */
  wasHeard: boolean
}

/** The signer's state and the reason, from the states of its relays and peers. */
export function healthOf(signer: SignerView, now: number): SignerHealth {
  const { relays } = signer
  const problems = summarized(relays.flatMap(relayProblem))
  if (relays.some((relay) => relay.heard)) return healthByPeers(signer, problems)
  const directions = shut('relay')
  if (problems.length === 0 && !signer.wasHeard) {
    return { state: 'starting', reason: texts.connecting(relays.length), directions }
  }
  const silentFor = Math.round((now - signer.silentSince) / 1000)
  const attempts = relays.flatMap((relay) => relay.nextAttemptAt ?? [])
  const next = Math.ceil((Math.min(...attempts) - now) / 1000)
  const retryIn = attempts.length === 0 ? undefined : Math.max(0, next)
  const reason = silence(silentFor, retryIn, problems.join('; '))
  return { state: 'reconnecting', reason, directions }
}

function silence(seconds: number, retryIn: number | undefined, why: string): string {
  if (retryIn === undefined) {
    return why === '' ? texts.silentNow(seconds) : texts.silentNowBecause(seconds, why)
  }
  return why === '' ? texts.silent(seconds, retryIn) : texts.silentBecause(seconds, retryIn, why)
}

function healthByPeers(signer: SignerView, problems: readonly string[]): SignerHealth {
  const { peers, threshold, obstacle } = signer
  if (obstacle !== null) return { state: 'degraded', reason: obstacle, directions: shut('off') }
  const directions = directionsOf(peers, threshold)
  const isWhole = directions.ask.can && directions.answer.can
  const isLooking = [directions.ask, directions.answer].some(({ why }) => why === 'looking')
  return {
    state: problems.length > 0 || !(isWhole || isLooking) ? 'degraded' : 'running',
    reason: [describePeers(signer, directions), ...problems].join('. '),
    directions,
  }
}

/** In words: what it does, and which peers it has for that. */
function describePeers({ peers, threshold }: SignerView, { ask, answer }: Directions): string {
  if (peers.length === 0 && ask.can) return texts.alone
  const asked = attendance(peers, 'send.sign')
  const unanswered = describeUnanswered(attendance(peers, 'receive.sign').behind)
  const present = peers.filter(({ status }) => status === 'online').length
  const need = threshold - 1
  const [all, ready] = [peers.length, asked.ready]
  /** Beside those that can be asked, those that can't. */
  const others = [...describeOthers(asked.behind), ...unanswered]
  /** Of all that are online, those that can't be asked. */
  const behind = [...describeBehind(asked.behind), ...unanswered]
  const said = (...clauses: readonly string[]) => clauses.join('; ')
  if (ask.can && !answer.can && present > 0) return said(texts.asksOnly(present, all), ...behind)
  if (ask.can) return said(texts.ready(ready, all), ...others)
  if (answer.can) {
    const why = ready === 0 ? [] : [texts.takes(need)]
    return said(texts.answersOnly(present, all), ...behind, ...why)
  }
  if (ask.why === 'looking' || answer.why === 'looking') {
    return said(texts.looking(ready, all), ...others)
  }
  return said(texts.cannot(need - ready, ready, all), ...others)
}

type Behind = ReturnType<typeof attendance>['behind']

const some = (count: number, words: (count: number) => string): string[] =>
  count === 0 ? [] : [words(count)]

const describeBehind = ({ older, policy, refused, nonces }: Behind): string[] => [
  ...some(older, texts.older),
  ...some(policy, texts.unasked),
  ...some(refused, texts.refusing),
  ...some(nonces, texts.noNonces),
]

const describeOthers = ({ older, policy, refused, nonces }: Behind): string[] => [
  ...some(older, texts.olderMore),
  ...some(policy, texts.unaskedMore),
  ...some(refused, texts.refusingMore),
  ...some(nonces, texts.noNoncesMore),
]

/**
 * The online peers that are not answered, by policy, since the other reasons apply in both
 * directions.
 */
const describeUnanswered = ({ policy }: Behind): string[] => some(policy, texts.unanswered)

/** As many as can be read at a glance; each relay says its own where relays are listed. */
function summarized(problems: string[]): string[] {
  if (problems.length <= 3) return problems
  return [...problems.slice(0, 2), texts.moreRelays(problems.length - 2)]
}

function relayProblem(relay: RelayStatus): string[] {
  if (!relay.heard && relay.error !== null) return [texts.notHearing(relay.url, relay.error)]
  if (relay.slowDown !== null) return [texts.slowDown(relay.url, relay.slowDown.reason)]
  if (relay.rejection !== null) return [texts.refuses(relay.url, relay.rejection)]
  return []
}

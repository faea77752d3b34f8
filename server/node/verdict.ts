import type { Directions, SignerState } from '../contract/status.ts'
import type { RelayStatus } from '../relay/status.ts'
import { attendance, type Cosigner, directionsOf, shut } from './directions.ts'

export interface Verdict {
  state: SignerState
  /** What it can do now and why it can't do the rest: one line for an owner. */
  reason: string
  directions: Directions
}

export interface NodeView {
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
export function judge(node: NodeView, now: number): Verdict {
  const { relays } = node
  const problems = summarized(relays.flatMap(relayProblem))
  if (relays.some((relay) => relay.heard)) return judgePeers(node, problems)
  const directions = shut('relay')
  if (problems.length === 0 && !node.wasHeard) {
    const reason = `Connecting to ${count(relays.length, 'relay')}`
    return { state: 'starting', reason, directions }
  }
  const silentFor = Math.round((now - node.silentSince) / 1000)
  const attempts = relays.flatMap((relay) => relay.nextAttemptAt ?? [])
  const next = Math.ceil((Math.min(...attempts) - now) / 1000)
  const when = attempts.length === 0 ? 'trying again now' : `trying again in ${Math.max(0, next)} s`
  const why = problems.length === 0 ? '' : ` (${problems.join('; ')})`
  return {
    state: 'reconnecting',
    reason: `Not hearing any relay for ${silentFor} s, ${when}${why}`,
    directions,
  }
}

function judgePeers(node: NodeView, problems: readonly string[]): Verdict {
  const { peers, threshold, obstacle } = node
  if (obstacle !== null) return { state: 'degraded', reason: obstacle, directions: shut('off') }
  const directions = directionsOf(peers, threshold)
  const isWhole = directions.ask.can && directions.answer.can
  const isLooking = [directions.ask, directions.answer].some(({ why }) => why === 'looking')
  return {
    state: problems.length > 0 || !(isWhole || isLooking) ? 'degraded' : 'running',
    reason: [describePeers(node, directions), ...problems].join('. '),
    directions,
  }
}

/** In words: what it does, and which peers it has for that. */
function describePeers({ peers, threshold }: NodeView, { ask, answer }: Directions): string {
  if (peers.length === 0 && ask.can) return 'Ready: signs alone'
  const asked = attendance(peers, 'send.sign')
  const unanswered = describeUnanswered(attendance(peers, 'receive.sign').behind)
  const present = peers.filter(({ status }) => status === 'online').length
  const need = threshold - 1
  const online = (n: number) => `${n} of ${count(peers.length, 'peer')} online`
  /** Those that can be asked, and then those that can't. */
  const askable = `${online(asked.ready)}${describeBehind(asked.behind, ' more')}${unanswered}`
  /** All online peers, and which of them can't be asked. */
  const all = `${online(present)}${describeBehind(asked.behind, '')}${unanswered}`
  if (ask.can && !answer.can && present > 0) return `Asks, but answers nobody: ${all}`
  if (ask.can) return `Ready: ${askable}`
  if (answer.can) {
    const why = asked.ready === 0 ? '' : `; a signature takes ${need} that can be asked`
    return `Answers, but can't ask: ${all}${why}`
  }
  if (ask.why === 'looking' || answer.why === 'looking') return `Looking for peers: ${askable}`
  return `Can't sign: ${count(need - asked.ready, 'more peer')} needed, ${askable}`
}

type Behind = ReturnType<typeof attendance>['behind']

/** The online peers that can't be asked. */
function describeBehind({ older, policy, refused, nonces }: Behind, more: '' | ' more'): string {
  const gives = nonces === 1 ? 'gives' : 'give'
  const says = refused === 1 ? 'says that it does' : 'say that they do'
  return [
    ...(older === 0 ? [] : [`; ${older}${more} in the 1.x protocol, which is refused here`]),
    ...(policy === 0
      ? []
      : [
          more === ''
            ? `; ${policy} not to be asked, by ${their(policy)} policy`
            : `; ${policy} more, not to be asked by ${their(policy)} policy`,
        ]),
    ...(refused === 0 ? [] : [`; ${refused}${more} that ${says} not answer this signer`]),
    ...(nonces === 0 ? [] : [`; ${nonces}${more} that ${gives} no nonces to ask with`]),
  ].join('')
}

/**
 * The online peers that are not answered, by policy, since the other reasons apply in both
 * directions.
 */
const describeUnanswered = ({ policy }: Behind): string =>
  policy === 0 ? '' : `; ${policy} not answered, by ${their(policy)} policy`

const their = (n: number): string => (n === 1 ? 'its' : 'their')

/** As many as can be read at a glance; each relay says its own where relays are listed. */
function summarized(problems: string[]): string[] {
  if (problems.length <= 3) return problems
  return [...problems.slice(0, 2), `${problems.length - 2} more relays in trouble`]
}

function relayProblem(relay: RelayStatus): string[] {
  if (!relay.heard && relay.error !== null) return [`Not hearing ${relay.url}: ${relay.error}`]
  if (relay.slowDown !== null) {
    return [`${relay.url} asks us to slow down: ${relay.slowDown.reason}`]
  }
  if (relay.rejection !== null) return [`${relay.url} refuses our events: ${relay.rejection}`]
  return []
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

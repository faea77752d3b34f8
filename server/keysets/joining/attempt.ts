import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { packages, joining as texts, v2Decoding, v2Refusal } from '#contract/messages.ts'
import type { JoinRequest, OnboardingState, PackageCredentials } from '#contract/packages.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { RelayHosts } from '#contract/relay-host.ts'
import { seenAmong, usableRelays } from '#contract/relay-url.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { fail, type Result } from '#lib/errors.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Envelope } from '#protocol/v2/envelope.ts'
import { groupId, groupText, peerKeys, shareText } from '#protocol/v2/group.ts'
import { nonceSteps } from '#protocol/v2/jobs.ts'
import { type Nonce, type OnboardResponse, operatorDenied } from '#protocol/v2/messages.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { packageForm } from '#protocol/v2/package-text.ts'
import { parsePayload } from '#protocol/v2/parse.ts'

import { type OnboardCredential, openOnboard } from '#protocol/v2/share-package.ts'
import { type DialPolicy, dialPolicyForSeen } from '#relay/dial-policy.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { Resolve } from '#relay/private-hosts.ts'
import type { NonceStore } from '#signer/v2/nonce-store.ts'
import { Nonces } from '#signer/v2/nonces.ts'
import { FairQueue } from '#signer/worker/fair-queue.ts'
import { InviterLink } from './inviter-link.ts'

/** Keeps the nonces of a joining share until it runs. */
export interface JoiningStore extends NonceStore {
  /** Writes down which group they belong to from now on. */
  knowGroup(gid: string): void
}

/** The time limits of an attempt, in milliseconds. Only tests shorten them. */
export interface JoiningTimings {
  /** How long an attempt goes on while no relay is heard. */
  connect: number
  /** From one question to the next. An answer to any of them will do. */
  interval: number
  /** How often the inviter is asked. */
  tries: number
}

export const JOINING_TIMINGS: JoiningTimings = {
  connect: 20_000,
  interval: 15_000,
  tries: 8,
}

export interface AttemptOptions {
  request: JoinRequest
  deriveKey: DeriveKey
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts | undefined
  /** Opens the nonces of a joining share; throws when it can't. */
  openStore(seckey: string): JoiningStore
  /** The x-only key of the share that runs here; null when none does. */
  running: () => string | null
  /** Where the relay connections are. */
  relayPool: RelayPool
  log: KeysetLog
  timings: JoiningTimings
  now: () => number
  /** For stamps: what the machine's clock says, Unix milliseconds. */
  wall: () => number
  /** Looks names up. Tests give their own. */
  resolve?: Resolve | undefined
  /** Ends it early; its answer is then of no use. */
  signal: AbortSignal
  /** How far it has come. */
  tell(state: Progress): void
}

/** What joining brings: what its owner is shown of it, and what is saved once they agree. */
export type Received = Extract<OnboardingState, { state: 'received' }> &
  Pick<PackageCredentials, 'shareCredential' | 'groupCredential'>
export type Failed = Extract<OnboardingState, { state: 'failed' }>
type Progress = Exclude<OnboardingState, { state: 'received' | 'failed' | 'none' }>
type Reason = Failed['reason']

const failed = (reason: Reason, error: string): Failed => ({ state: 'failed', reason, error })

/**
 * One attempt to be taken into a group: opens the package, asks its inviter over its relays, checks
 * what comes, and keeps the nonces that were exchanged. Never rejects.
 */
export async function attemptJoining(options: AttemptOptions): Promise<Received | Failed> {
  const { request, deriveKey, relayHosts, running, tell } = options
  tell({ state: 'opening', form: packageForm(request.package) })
  const opened = await openOnboard(request.package, { password: request.password, deriveKey })
  if (!opened.ok) return failed('package', packageFault(opened.error))
  const { seckey, inviter } = opened.value
  const self = xOnly(publicPoint(seckey))
  if (self === running()) return failed('package', texts.sameShare)
  if (self === inviter) return failed('package', texts.ownInvitation)
  const named = usableRelays(opened.value.relays, relayHosts)
  if (named.length === 0) return failed('relays', texts.noUsableRelay)
  const relays = seenAmong(named, request.relays, relayHosts)
  if (relays.length === 0) return failed('relays', texts.noneSeen)
  const dialPolicy = dialPolicyForSeen(request.privateNetwork ?? false, options.resolve)
  const known = { seckey, self, inviter, relays, dialPolicy }
  const turns = new FairQueue()
  try {
    return await askInviter(options, known, turns)
  } finally {
    turns.stop()
  }
}

type Known = OnboardCredential & { self: string; dialPolicy(url: string): DialPolicy }

async function askInviter(
  options: AttemptOptions,
  known: Known,
  turns: FairQueue,
): Promise<Received | Failed> {
  const { relayPool, log, timings, now, wall, signal, tell, openStore } = options
  const { seckey, inviter, relays } = known
  tell({ state: 'connecting', relays, inviter })
  const made = await makeNonces(() => openStore(seckey), { seckey, inviter, turns, now, wall })
  if (!made.ok) return failed('nonces', made.error)
  const { store, nonces, advertised } = made.value
  const answered = new AbortController()
  const heard = new EventTarget()
  let answer: Envelope | undefined
  const link = new InviterLink({
    ...known,
    relayPool,
    log,
    ...{ now, wall },
    onRelays: () => void heard.dispatchEvent(new Event('change')),
    onAnswer: (envelope) => {
      answer ??= envelope
      answered.abort()
    },
  })
  const ends = AbortSignal.any([signal, answered.signal])
  link.start()
  try {
    if (!(await isHeard(link, heard, { timeout: timings.connect, signal }))) {
      return failed('relays', texts.noRelay(link.relayProblems))
    }
    let problem: string | null = null
    let wasSent = false
    for (let tries = 1; tries <= timings.tries && !ends.aborted; tries += 1) {
      tell({ state: 'asking', relays, inviter, tries })
      problem = await link.ask(advertised)
      wasSent ||= problem === null
      await sleep(timings.interval, undefined, { signal: ends }).catch(() => {})
      if (known.self === options.running()) return failed('package', texts.sameShare)
    }
    if (answer !== undefined) return takeAnswer(answer, known, { store, nonces })
    return wasSent ? failed('silent', texts.silent(timings.tries)) : failed('relays', problem ?? '')
  } finally {
    await link.stop()
  }
}

interface Made {
  store: JoiningStore
  nonces: Nonces
  /** The same nonces at each attempt: the inviter may have them already. */
  advertised: Nonce[]
}

async function makeNonces(
  openStore: () => JoiningStore,
  {
    seckey,
    inviter,
    turns,
    ...clocks
  }: { seckey: string; inviter: string; turns: FairQueue; now: () => number; wall: () => number },
): Promise<Result<Made>> {
  try {
    const store = openStore()
    const make = (peer: string, count: number) => turns.run(peer, nonceSteps(seckey, count))
    const nonces = new Nonces({ store, seckey, make, onStore: () => {}, ...clocks })
    return { ok: true, value: { store, nonces, advertised: await nonces.advertiseAll(inviter) } }
  } catch {
    return fail(texts.noncesNotKept)
  }
}

async function isHeard(
  link: InviterLink,
  changes: EventTarget,
  { timeout, signal }: { timeout: number; signal: AbortSignal },
): Promise<boolean> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  while (!link.isHeard && !ends.aborted) {
    await once(changes, 'change', { signal: ends }).catch(() => {})
  }
  return link.isHeard
}

/** Nonces are kept first: whoever gets the credentials must find them. */
function takeAnswer(
  { type, data }: Envelope,
  { seckey, inviter, relays }: Known,
  { store, nonces }: Pick<Made, 'store' | 'nonces'>,
): Received | Failed {
  if (type === 'Error') {
    const error = parsePayload.Error(data)
    const isByPerson = error.ok && error.value.code === operatorDenied
    return failed('denied', isByPerson ? texts.declined : texts.denied)
  }
  if (type !== 'OnboardResponse') return failed('group', texts.group(v2Refusal.onboardSchema))
  const parsed: Result<OnboardResponse> = parsePayload.OnboardResponse(data)
  if (!parsed.ok) return failed('group', texts.group(parsed.error))
  const { group } = parsed.value
  const joined = joinGroup(group, seckey, null)
  if (!joined.ok) return failed('group', texts.group(joined.error))
  if (!peerKeys(group).includes(inviter)) return failed('group', texts.group(texts.otherInviter))
  try {
    nonces.replaceHeld(inviter, parsed.value.nonces)
    store.knowGroup(groupId(group))
  } catch {
    return failed('nonces', texts.noncesNotKept)
  }
  return {
    state: 'received',
    shareCredential: shareText(joined.value),
    groupCredential: groupText(group),
    name: cleanName(group.group_name).slice(0, KEYSET_NAME_CHARS_MAX),
    relays,
    inviter,
    npub: npubOf(group.group_pk),
    threshold: group.threshold,
    members: group.members.length,
  }
}

function packageFault(error: string): string {
  return error === v2Decoding.password ? packages.wrongPassword : texts.package(error)
}

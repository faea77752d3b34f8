import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { packages, joining as texts, v2Decoding } from '#contract/codes.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { type Failure, type Message, messageOf } from '#contract/message.ts'
import { v2Refusal } from '#contract/messages.ts'
import type { JoinRequest, OnboardingState, PackageCredentials } from '#contract/packages.ts'
import { cleanName } from '#contract/plain-text.ts'
import { type RelayHosts, seenAmong, usableRelays } from '#contract/relay-url.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { steadyNow } from '#lib/clock.ts'
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
import type { NonceStore } from '#signer/v2/nonce-store.ts'
import { Nonces } from '#signer/v2/nonces.ts'
import { FairQueue } from '#signer/worker/fair-queue.ts'
import { InviterLink } from './inviter-link.ts'

/** Stores the nonces of a joining share until it runs. */
export interface JoiningStore extends NonceStore {
  /** Saves which group they belong to. */
  knowGroup(gid: string): void
}

/** The limits of an attempt. Milliseconds. Only tests shorten them. */
export interface JoiningTimings {
  /** How long to wait for a relay to answer. */
  connect: number
  /** From one request to the next. An answer to any of them counts. */
  interval: number
  /** How many requests are sent. */
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
  /** Opens the nonces of a joining share; throws a StoreError. */
  openStore(seckey: string): JoiningStore
  /** The x-only key of the share that runs here; null when none does. */
  running: () => string | null
  relayPool: RelayPool
  log: KeysetLog
  timings: JoiningTimings
  /** Ends it early; its result is then ignored. */
  signal: AbortSignal
  onProgress(state: Progress): void
}

/** What the inviter has sent, for the owner to see, and the credentials to save if they agree. */
export type Received = Extract<OnboardingState, { state: 'received' }> &
  Pick<PackageCredentials, 'shareCredential' | 'groupCredential'>
export type Failed = Extract<OnboardingState, { state: 'failed' }>
type Progress = Exclude<OnboardingState, { state: 'received' | 'failed' | 'none' }>
type Reason = Failed['reason']

const failed = (reason: Reason, why: Failure): Failed => ({
  state: 'failed',
  reason,
  ...messageOf(why),
})

/**
 * One attempt to join a group: opens the package, asks its inviter over its relays, checks the answer, and stores
 * the exchanged nonces. Never rejects.
 */
export async function attemptJoining(options: AttemptOptions): Promise<Received | Failed> {
  const { request, deriveKey, relayHosts, running, onProgress } = options
  onProgress({ state: 'opening', form: packageForm(request.package) })
  const opened = await openOnboard(request.package, { password: request.password, deriveKey })
  if (!opened.ok) return failed('package', packageError(opened))
  const { seckey, inviter } = opened.value
  const self = xOnly(publicPoint(seckey))
  if (self === running()) return failed('package', texts.sameShare)
  if (self === inviter) return failed('package', texts.ownInvitation)
  const named = usableRelays(opened.value.relays, relayHosts)
  if (named.length === 0) return failed('relays', texts.noUsableRelay)
  const relays = seenAmong(named, request.relays, relayHosts)
  if (relays.length === 0) return failed('relays', texts.noneSeen)
  const dialPolicy = dialPolicyForSeen(request.privateNetwork ?? false)
  const known = { seckey, self, inviter, relays, dialPolicy }
  const queue = new FairQueue()
  try {
    return await askInviter(options, known, queue)
  } finally {
    queue.stop()
  }
}

type Known = OnboardCredential & { self: string; dialPolicy(url: string): DialPolicy }

async function askInviter(
  options: AttemptOptions,
  known: Known,
  queue: FairQueue,
): Promise<Received | Failed> {
  const { relayPool, log, timings, signal, onProgress, openStore } = options
  const { seckey, inviter, relays } = known
  onProgress({ state: 'connecting', relays, inviter })
  const made = await makeNonces(() => openStore(seckey), { seckey, inviter, queue })
  if (!made.ok) return failed('nonces', made)
  const { store, nonces, advertised } = made.value
  const answered = new AbortController()
  const relayChanges = new EventTarget()
  let answer: Envelope | undefined
  const link = new InviterLink({
    ...known,
    relayPool,
    log,
    onRelays: () => void relayChanges.dispatchEvent(new Event('change')),
    onAnswer: (envelope) => {
      answer ??= envelope
      answered.abort()
    },
  })
  const ends = AbortSignal.any([signal, answered.signal])
  link.start()
  try {
    if (!(await isHeard(link, relayChanges, { timeout: timings.connect, signal }))) {
      return failed('relays', texts.noRelay(link.relayProblems))
    }
    let problem: Message | null = null
    let isSent = false
    for (let tries = 1; tries <= timings.tries && !ends.aborted; tries += 1) {
      onProgress({ state: 'asking', relays, inviter, tries })
      problem = await link.ask(advertised)
      isSent ||= problem === null
      await sleep(timings.interval, undefined, { signal: ends }).catch(() => {})
      if (known.self === options.running()) return failed('package', texts.sameShare)
    }
    if (answer !== undefined) return takeAnswer(answer, known, { store, nonces })
    return isSent
      ? failed('silent', texts.silent(timings.tries))
      : failed('relays', problem ?? { error: '' })
  } finally {
    await link.stop()
  }
}

interface Made {
  store: JoiningStore
  nonces: Nonces
  /** The same in each attempt: the inviter may have them already. */
  advertised: Nonce[]
}

async function makeNonces(
  openStore: () => JoiningStore,
  { seckey, inviter, queue }: { seckey: string; inviter: string; queue: FairQueue },
): Promise<Result<Made>> {
  try {
    const store = openStore()
    const make = (peer: string, count: number) => queue.run(peer, nonceSteps(seckey, count))
    const nonces = new Nonces({ store, seckey, make, now: steadyNow })
    const advertised = await nonces.of(inviter).own.advertiseAll()
    return { ok: true, value: { store, nonces, advertised } }
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

/** Stores the nonces first: the credentials are useless without them. */
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
  if (!parsed.ok) return failed('group', texts.group(parsed))
  const { group } = parsed.value
  const joined = joinGroup(group, seckey, null)
  if (!joined.ok) return failed('group', texts.group(joined))
  if (!peerKeys(group).includes(inviter)) return failed('group', texts.group(texts.otherInviter))
  try {
    nonces.of(inviter).theirs.replaceHeld(parsed.value.nonces)
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

function packageError(failure: Failure): Message {
  return failure.code === v2Decoding.password.code ? packages.wrongPassword : texts.package(failure)
}

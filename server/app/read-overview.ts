import type { Auth } from '#auth/auth.ts'
import type { Overview } from '#contract/overview.ts'
import { wallOf } from '#lib/clock.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Stop } from '#policy/stop.ts'
import { DEFAULT_POLICY } from '#signer/peers/peers.ts'
import type { WarningKind } from '#signer/warnings.ts'
import type { Backups } from '#store/backup/backups.ts'
import type { Store } from '#store/open.ts'
import type { KeysetContext } from './keyset.ts'
import { type Device, type OverviewSources, overviewOf } from './overview.ts'

/** The parts of the process that an overview reads. */
export interface OverviewContext {
  auth: Pick<Auth, 'enabled'>
  backups: Pick<Backups, 'last' | 'plan' | 'failure'>
  ownClock: ClockWitnesses
  stop: Stop
  store: Pick<Store, 'audit' | 'diskProblem' | 'tampering'>
}

/** Milliseconds. */
const HOUR = 3_600_000

/** A keyset at this moment, as an administrator sees it. May throw when the database can't be read. */
export function readOverview(process: OverviewContext, keyset: KeysetContext): Overview {
  const { auth, backups, ownClock, stop, store } = process
  const { supervisor, policy, history, channels, protocol } = keyset
  const { signer, silentSince } = supervisor
  const proofs = history.proofs()
  return overviewOf({
    now: Date.now(),
    who: whoIs(keyset),
    hasCredentials: supervisor.hasCredentials,
    health: supervisor.health,
    // Looking at the disk for a stop by a command is slow, and such a stop is reported anyway.
    stopped: stop.isStopped ? stop.state : null,
    isStopPersisted: stop.isPersisted,
    silentSince: silentSince === null ? null : wallOf(silentSince),
    devices: devicesOf(keyset, proofs),
    relays: relaysOf(keyset),
    lastSignature: keyset.signatures.view(Date.now()).lastAt,
    lastProven: proofs[0] ?? null,
    v1Mode: protocol.inForce().firstGeneration,
    questions: policy.approvals
      .list()
      .filter(({ asked }) => asked.operation !== 'onboard')
      .map(({ askedAt }) => ({ askedAt: wallOf(askedAt) })),
    joinRequests: (signer?.onboarding.list ?? []).filter(({ state }) => state === 'waiting'),
    shares: keyset.reservedShares.view(),
    backup: {
      madeAt: backups.last?.madeAt ?? null,
      interval: backups.plan.interval * HOUR,
      failure: backups.failure,
    },
    clockAhead: ownClock.aheadBy,
    diskProblem: store.diskProblem(),
    hasChannel: channels.inForce().channel !== null,
    hasLogin: auth.enabled,
    isOwnShareTwice: signer?.warnings.has('same-share') === true,
    warnings: [
      ...[
        ...supervisor.settingsWarnings,
        ...(store.tampering.warning === undefined ? [] : [store.tampering.warning]),
        ...(store.audit.health.why === undefined ? [] : [store.audit.health.why]),
      ].map((why) => ({ why, isCritical: false })),
      ...signerWarnings(signer),
    ],
  })
}

function whoIs({ supervisor, settings }: KeysetContext): Overview['who'] {
  const { group } = supervisor
  if (!group?.ok) return null
  const { pubkey, threshold, members } = group.value
  const name = settings().GROUP_NAME.value
  return {
    npub: npubOf(xOnly(pubkey)),
    ...(name !== undefined && { name }),
    threshold,
    members: members.length,
  }
}

function devicesOf(
  { supervisor, policy, history, testSignatures }: KeysetContext,
  proofs: ReturnType<KeysetContext['history']['proofs']>,
): Device[] {
  const { signer, group, self } = supervisor
  if (!group?.ok) return []
  const shutOut = new Set(signer?.shutOut.map(({ xonly }) => xonly))
  return group.value.members.flatMap(({ idx: member, pubkey }) => {
    const id = xOnly(pubkey)
    if (id === self) return []
    const peer = signer?.peers.get(id)
    const failure = testSignatures.failureOf(id)
    const provenAt = proofs.find((proof) => proof.pubkey === pubkey)?.at
    const isMended = provenAt !== undefined && Date.parse(provenAt) > (failure?.at ?? 0)
    return {
      ...(!isMended &&
        failure && {
          failedProof: { at: failure.at, why: failure.message ?? { error: failure.text } },
        }),
      ...{ pubkey, member },
      name: policy.ruleSet.nameOf({ door: 'peer', id }),
      status: peer?.status ?? 'unknown',
      lastSeen: peer?.lastSeen ?? null,
      goneSince: history.goneSince(id),
      policy: peer?.policy ?? DEFAULT_POLICY,
      partialSignatures: peer?.partialSignatures ?? 0,
      areTwoDevices: peer?.areTwoDevices === true,
      isShutOut: shutOut.has(id),
    }
  })
}

function relaysOf({ supervisor, history }: KeysetContext): OverviewSources['relays'] {
  const heard = new Set(supervisor.relayStates.flatMap((relay) => (relay.heard ? [relay.url] : [])))
  return supervisor.relays.map((url) => ({
    url,
    heard: heard.has(url),
    goneSince: history.goneSince(url),
  }))
}

/** Kinds of a signer's warnings that are needs of their own in the overview. */
const KNOWN: readonly WarningKind[] = ['1.x', 'third', 'two-devices', 'onboarding', 'same-share']
/** Kinds of a signer's warnings during which something does not work. */
const BREAKING: readonly WarningKind[] = ['2026-off', '2026-failing', 'unweighted', 'nonces']

function signerWarnings(
  signer: KeysetContext['supervisor']['signer'],
): OverviewSources['warnings'] {
  return (signer?.warnings.active ?? [])
    .filter(({ kind }) => !KNOWN.includes(kind))
    .map(({ kind, why, peer }) => ({
      why,
      isCritical: BREAKING.includes(kind),
      pubkey: peer?.pubkey,
    }))
}

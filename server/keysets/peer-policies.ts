import type { z } from 'zod'
import type { PoliciesGiven } from '#contract/env.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { PolicyUpdate, policyAnswer } from '#contract/operations.ts'
import { DENIABLE, type Deniable } from '#contract/rule-terms.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { xOnly } from '#nostr/x-only.ts'
import { DEFAULT_POLICY, type PeerPolicy } from '#signer/peers/peers.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { AuditRecord } from '#store/audit-rows.ts'
import type { Policies as PolicyTable } from '#store/policies.ts'

export type KeyedPolicy = { pubkey: string } & PeerPolicy

/** A peer's policy, and where it was set. */
export type PolicyInForce = Omit<z.infer<typeof policyAnswer>, 'pubkey'>

/**
 * The policies that are set, by x-only key: the environment's, overridden by the saved ones; if a list has
 * several for one peer, the last. Peers without one have the default.
 */
export const policiesInForce = (
  saved: readonly KeyedPolicy[],
  environment: readonly KeyedPolicy[],
): Map<string, Required<PeerPolicy>> =>
  new Map(
    [...environment, ...saved].map(({ pubkey, allowSend, allowReceive, denied = [] }) => [
      xOnly(pubkey),
      { allowSend, allowReceive, denied: [...denied] },
    ]),
  )

export interface PeerPoliciesOptions {
  saved: PolicyTable
  environment: readonly KeyedPolicy[]
  /** Saves everything that `work` saves, or nothing. */
  transaction(work: () => void): void
  keyset: Pick<Supervisor, 'signer'>
  log: KeysetLog
  audit(record: AuditRecord): void
  /** A change is in force. */
  onChange(): void
}

/** Whose policy is changed (a compressed key), and who changes it. */
interface Change {
  pubkey: string
  actor: string
}

export type PeerPolicies = ReturnType<typeof createPeerPolicies>

/**
 * What each peer may do. A change is saved, then takes effect at once; it is in the event log and the audit.
 */
export function createPeerPolicies(options: PeerPoliciesOptions) {
  const { saved, environment, transaction, keyset, log, audit, onChange } = options

  const now = (pubkey: string): PolicyInForce =>
    policyInForce(xOnly(pubkey), saved.list(), environment)

  /** Gives the saved policy to the signer, and reports the change. */
  const enforce = (
    { pubkey, actor }: Change,
    action: 'policy.set' | 'policy.delete',
    before: PolicyInForce,
  ): PolicyInForce => {
    const after = now(pubkey)
    const { source, ...policy } = after
    keyset.signer?.peers.setPolicy(pubkey, policy)
    const detail = { pubkey, ...policy }
    const change = describeChange(before, after)
    if (change !== '') log.add('info', ownerEvent.policyChanged(pubkey.slice(0, 8), change), detail)
    audit({ actor, action, outcome: 'ok', detail: { ...detail, source } })
    onChange()
    return after
  }

  const deny = ({ pubkey, ...given }: PoliciesGiven[number]): void => {
    const before = now(pubkey)
    const after = {
      allowSend: before.allowSend && given.allowSend,
      allowReceive: before.allowReceive && given.allowReceive,
      denied: inOrder([...before.denied, ...(given.denied ?? [])]),
    }
    if (describeChange(before, after) !== '') saved.set({ pubkey, ...after })
  }

  return {
    now,

    /** @param alsoSave saves more in the same transaction */
    set: (
      change: Change,
      update: Omit<PolicyUpdate, 'label'>,
      alsoSave = () => {},
    ): PolicyInForce => {
      const { pubkey } = change
      const before = now(pubkey)
      const fallback = policyInForce(xOnly(pubkey), [], environment)
      const after = {
        allowSend: chosen(update.allowSend, before.allowSend, fallback.allowSend),
        allowReceive: chosen(update.allowReceive, before.allowReceive, fallback.allowReceive),
        denied: inOrder(update.denied ?? before.denied),
      }
      const isReset = update.allowSend === null || update.allowReceive === null
      const isFallback = describeChange(fallback, after) === ''
      const isSet = [update.allowSend, update.allowReceive, update.denied].some(
        (value) => value !== undefined,
      )
      transaction(() => {
        if (isReset && isFallback) saved.delete(pubkey)
        else if (isSet) saved.set({ pubkey, ...after })
        alsoSave()
      })
      return isSet ? enforce(change, 'policy.set', before) : before
    },

    /** Deletes the saved policy: the environment's applies again, or the default. */
    reset: (change: Change): PolicyInForce => {
      const before = now(change.pubkey)
      saved.delete(change.pubkey)
      return enforce(change, 'policy.delete', before)
    },

    /**
     * Denies peers what the policies that come with credentials deny; never allows anything.
     *
     * @param save saves the credentials in the same transaction
     */
    denyWith: (
      { policies, actor }: { policies: PoliciesGiven; actor: string },
      save: () => void,
    ): void => {
      const pubkeys = [...new Set(policies.map(({ pubkey }) => pubkey))]
      const before = pubkeys.map((pubkey) => [pubkey, now(pubkey)] as const)
      transaction(() => {
        for (const policy of policies) deny(policy)
        save()
      })
      for (const [pubkey, policy] of before) {
        if (describeChange(policy, now(pubkey)) === '') continue
        enforce({ pubkey, actor }, 'policy.set', policy)
      }
    },
  }
}

/** @param xonly the peer's key: 32 bytes, lower-case hex */
function policyInForce(
  xonly: string,
  saved: readonly KeyedPolicy[],
  environment: readonly KeyedPolicy[],
): PolicyInForce {
  const given = policiesInForce(saved, environment).get(xonly)
  const { allowSend, allowReceive, denied = [] } = given ?? DEFAULT_POLICY
  const isSaved = saved.some(({ pubkey }) => xOnly(pubkey) === xonly)
  const source = isSaved ? 'saved' : given ? 'environment' : 'default'
  return { allowSend, allowReceive, denied: [...denied], source }
}

/** Such as 'send on, receive.ecdh off'; empty: nothing has changed. */
function describeChange(before: PeerPolicy, after: PeerPolicy): string {
  const changes: string[] = []
  if (before.allowSend !== after.allowSend) changes.push(`send ${onOff(after.allowSend)}`)
  if (before.allowReceive !== after.allowReceive) {
    changes.push(`receive ${onOff(after.allowReceive)}`)
  }
  for (const what of DENIABLE) {
    const isDenied = after.denied?.includes(what) === true
    if ((before.denied?.includes(what) === true) !== isDenied) {
      changes.push(`${what} ${onOff(!isDenied)}`)
    }
  }
  return changes.join(', ')
}

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** @param given undefined: as before; null: the default */
const chosen = (given: boolean | null | undefined, before: boolean, fallback: boolean): boolean =>
  given === undefined ? before : (given ?? fallback)

/** In the order of DENIABLE, without duplicates. */
const inOrder = (denied: readonly Deniable[]): Deniable[] =>
  DENIABLE.filter((what) => denied.includes(what))

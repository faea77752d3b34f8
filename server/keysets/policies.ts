import type { PoliciesGiven } from '#contract/env.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { PolicyUpdate } from '#contract/operations.ts'
import { DENIABLE, type Deniable } from '#contract/rule-terms.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import {
  describeChange,
  type KeyedPolicy,
  type PolicyInForce,
  policyInForce,
} from './policy-in-force.ts'

export interface PoliciesOptions {
  /** The policies set here: on the disk before a call returns. */
  saved: {
    list(): readonly KeyedPolicy[]
    set(policy: Required<KeyedPolicy>): void
    delete(pubkey: string): boolean
  }
  /** The policies from the environment; if there are several for one peer, the last counts. */
  environment: readonly KeyedPolicy[]
  /** Puts everything that `work` saves on the disk, or nothing. */
  transaction(work: () => void): void
  keyset: Pick<Supervisor, 'signer'>
  log: KeysetLog
  audit(change: PolicyRecord): void
  /** A change is in force. */
  onChange(): void
}

/** A change as the audit records it. */
export interface PolicyRecord {
  actor: string
  action: 'policy.set' | 'policy.delete'
  outcome: 'ok'
  detail: Record<string, string | boolean | string[]>
}

/** Whose policy is changed (a compressed key), and who changes it. */
interface Change {
  pubkey: string
  actor: string
}

/**
 * What each peer may do. A change is on the disk before it takes effect, which is at once; it is
 * reported in the event log and the audit.
 */
export interface Policies {
  /** What the peer with this key may do, and where that was set. */
  now(pubkey: string): PolicyInForce
  /**
   * @param also saves what belongs to the change: with it, or none of both
   */
  set(change: Change, update: Omit<PolicyUpdate, 'label'>, also?: () => void): PolicyInForce
  /** Removes what was set: the environment's policy applies again, or the default. */
  reset(change: Change): PolicyInForce
  /**
   * Denies peers what the policies that come with credentials deny; it never allows anything.
   *
   * @param save puts the credentials on the disk: together with the denials, or not at all
   */
  denyWith(given: { policies: PoliciesGiven; actor: string }, save: () => void): void
}

export function createPolicies(options: PoliciesOptions): Policies {
  const { saved, environment, transaction, keyset, log, audit, onChange } = options

  const now = (pubkey: string): PolicyInForce =>
    policyInForce(xOnly(pubkey), saved.list(), environment)

  /** What is now on the disk takes effect in the signer. */
  const putInForce = (
    { pubkey, actor }: Change,
    action: PolicyRecord['action'],
    before: PolicyInForce,
  ): PolicyInForce => {
    const after = now(pubkey)
    const { source, ...policy } = after
    keyset.signer?.peers.setPolicy(pubkey, policy)
    const detail = { pubkey, ...policy }
    const words = describeChange(before, after)
    if (words !== '') log.add('info', ownerEvent.policyChanged(pubkey.slice(0, 8), words), detail)
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

    set: (change, update, also = () => {}) => {
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
        also()
      })
      return isSet ? putInForce(change, 'policy.set', before) : before
    },

    reset: (change) => {
      const before = now(change.pubkey)
      saved.delete(change.pubkey)
      return putInForce(change, 'policy.delete', before)
    },

    denyWith: ({ policies, actor }, save) => {
      const named = [...new Set(policies.map(({ pubkey }) => pubkey))]
      const before = named.map((pubkey) => [pubkey, now(pubkey)] as const)
      transaction(() => {
        for (const policy of policies) deny(policy)
        save()
      })
      for (const [pubkey, policy] of before) {
        if (describeChange(policy, now(pubkey)) === '') continue
        putInForce({ pubkey, actor }, 'policy.set', policy)
      }
    },
  }
}

/** @param given undefined: as before; null: the default */
const chosen = (given: boolean | null | undefined, before: boolean, fallback: boolean): boolean =>
  given === undefined ? before : (given ?? fallback)

/** Without duplicates. */
const inOrder = (denied: readonly Deniable[]): Deniable[] =>
  DENIABLE.filter((what) => denied.includes(what))

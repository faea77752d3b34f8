import { DENIABLE, type Deniable } from '../contract/deniable.ts'
import type { PoliciesGiven } from '../contract/env.ts'
import { ownerEvent } from '../contract/messages.ts'
import type { PolicyRequest } from '../contract/operations.ts'
import type { KeysetLog } from '../node/events.ts'
import { xOnly } from '../nostr/x-only.ts'
import {
  describeChange,
  type KeyedPolicy,
  type PolicyInForce,
  policyInForce,
} from './policy-in-force.ts'
import type { Supervisor } from './supervisor.ts'

export interface PoliciesOptions {
  /** What was set here: on the disk before a call returns. */
  saved: {
    list(): readonly KeyedPolicy[]
    set(policy: Required<KeyedPolicy>): void
    delete(pubkey: string): boolean
  }
  /** What the environment gives; of several for one peer the last counts. */
  environment: readonly KeyedPolicy[]
  /** Puts all on the disk that `work` saves, or nothing. */
  together(work: () => void): void
  keyset: Pick<Supervisor, 'node'>
  log: KeysetLog
  audit(change: PolicyRecord): void
}

/** A change as the audit has it. */
export interface PolicyRecord {
  actor: string
  action: 'policy.set' | 'policy.delete'
  outcome: 'ok'
  detail: Record<string, string | boolean | string[]>
}

/** Whose policy is changed (a compressed key), and who says so. */
interface Change {
  pubkey: string
  actor: string
}

/**
 * What each peer may do. A change is on the disk before it is in force, and in force at once; it is
 * told in the event log and the audit.
 */
export interface Policies {
  /** What the peer with a key may do, and who says so. */
  now(pubkey: string): PolicyInForce
  set(change: Change, policy: PolicyRequest): PolicyInForce
  /** Takes back what was set: the environment's counts again, or the default. */
  reset(change: Change): PolicyInForce
  /**
   * Denies peers what policies deny that come with credentials; nothing is allowed by it.
   *
   * @param save puts the credentials on the disk: with the denials, or neither
   */
  denyWith(given: { policies: PoliciesGiven; actor: string }, save: () => void): void
}

export function createPolicies(options: PoliciesOptions): Policies {
  const { saved, environment, together, keyset, log, audit } = options

  const now = (pubkey: string): PolicyInForce =>
    policyInForce(xOnly(pubkey), saved.list(), environment)

  /** What is on the disk by now goes for the signer. */
  const putInForce = (
    { pubkey, actor }: Change,
    action: PolicyRecord['action'],
    before: PolicyInForce,
  ): PolicyInForce => {
    const after = now(pubkey)
    const { source, ...policy } = after
    keyset.node?.peers.setPolicy(pubkey, policy)
    const detail = { pubkey, ...policy }
    const words = describeChange(before, after)
    if (words !== '') log.add('info', ownerEvent.policyChanged(pubkey.slice(0, 8), words), detail)
    audit({ actor, action, outcome: 'ok', detail: { ...detail, source } })
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

    set: (change, { allowSend, allowReceive, denied }) => {
      const { pubkey } = change
      const before = now(pubkey)
      saved.set({ pubkey, allowSend, allowReceive, denied: inOrder(denied ?? before.denied) })
      return putInForce(change, 'policy.set', before)
    },

    reset: (change) => {
      const before = now(change.pubkey)
      saved.delete(change.pubkey)
      return putInForce(change, 'policy.delete', before)
    },

    denyWith: ({ policies, actor }, save) => {
      const named = [...new Set(policies.map(({ pubkey }) => pubkey))]
      const before = named.map((pubkey) => [pubkey, now(pubkey)] as const)
      together(() => {
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

/** Each once. */
const inOrder = (denied: readonly Deniable[]): Deniable[] =>
  DENIABLE.filter((what) => denied.includes(what))

import { http, protocolTexts as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { Caller } from '#contract/rules.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { parseXOnly, xOnly } from '#nostr/x-only.ts'
import type { Callers, RuleSet } from '#policy/rule-set.ts'
import { type PeerSwitchesOptions, peerSwitches } from '#signer/peers/authorise-peer.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { AuditRecord } from '#store/audit-rows.ts'

export interface CallersOptions extends PeerSwitchesOptions {
  /** The name of an API key; undefined: there is no such key. */
  programName(id: string): string | undefined
  /** Whether an app may still use the key. @param client the client that asks, x-only, if known */
  isApp(id: string, client: string | undefined): boolean
}

/** What the policy needs to know of the callers of each kind. */
export function createCallers({ programName, isApp, ...peers }: CallersOptions): Callers {
  const switches = peerSwitches(peers)
  return {
    blockedBy: (request) => {
      const { caller, client } = request
      if (caller.door === 'peer') return switches.blockedBy(request)
      if (caller.door === 'app') return isApp(caller.id, client) ? null : 'gone'
      return caller.door === 'program' && programName(caller.id) === undefined ? 'gone' : null
    },
    byDefault: ({ door }, operation) => {
      if (door === 'peer') return switches.byDefault(operation)
      return door === 'app' ? 'ask' : 'allow'
    },
    nameOf: ({ door, id }) => (door === 'program' ? programName(id) : undefined),
  }
}

export interface FindCallerOptions {
  keyset: Pick<Supervisor, 'group' | 'self'>
  /** Undefined: there is no such API key. */
  programName(id: string): string | undefined
  isApp(id: string): boolean
}

/**
 * A caller with its id in the form that the policy uses; undefined: there is no such caller.
 *
 * @param caller a peer by its key in any form
 */
export function findCaller(
  { door, id }: Caller,
  { keyset, programName, isApp }: FindCallerOptions,
): Caller | undefined {
  switch (door) {
    case 'peer': {
      const peer = findPeer(keyset, id)
      return peer.ok ? { door, id: xOnly(peer.pubkey) } : undefined
    }
    case 'program':
      return programName(id) === undefined ? undefined : { door, id }
    case 'owner':
      return { door, id }
    case 'app':
      return isApp(id) ? { door, id } : undefined
  }
}

/** A peer's key as in the group credential, compressed, or why there is none. */
export type FoundPeer =
  | { ok: true; pubkey: string }
  | ({ ok: false; kind: 'NO_KEY' | 'NO_GROUP' | 'NO_PEER' } & Message)

/** @param text another member's public key, in any form */
export function findPeer(
  { group, self }: Pick<Supervisor, 'group' | 'self'>,
  text: string,
): FoundPeer {
  const xonly = parseXOnly(text)
  if (xonly === undefined) return { ok: false, kind: 'NO_KEY', ...http.invalidPubkey }
  if (!group?.ok) return { ok: false, kind: 'NO_GROUP', ...http.noGroupCredential }
  const peer = group.value.members.find(({ pubkey }) => parseXOnly(pubkey) === xonly)
  if (peer === undefined || xonly === self) {
    return { ok: false, kind: 'NO_PEER', ...texts.peerNotFound }
  }
  return { ok: true, pubkey: peer.pubkey }
}

export interface NamesOptions {
  ruleSet: Pick<RuleSet, 'setName'>
  log: Pick<KeysetLog, 'add'>
  audit(record: AuditRecord): void
}

export type Names = ReturnType<typeof createNames>

/** The names that the owner gives to peers. */
export const createNames = ({ ruleSet, log, audit }: NamesOptions) => ({
  /**
   * @param change.pubkey 32 or 33 bytes, hex
   * @param name empty: removes the name
   */
  set: ({ pubkey, actor }: { pubkey: string; actor: string }, name: string): { name: string } => {
    ruleSet.setName({ door: 'peer', id: xOnly(pubkey) }, name)
    // The name is not recorded: people may paste a secret here by mistake.
    audit({ actor, action: 'peer.name', outcome: 'ok', detail: { pubkey, named: name !== '' } })
    log.add('info', ownerEvent.named(pubkey.slice(0, 8)), { names: true })
    return { name }
  },
})

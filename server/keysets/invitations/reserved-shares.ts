import { randomBytes } from 'node:crypto'
import { packages, reservedShares as texts } from '#contract/codes.ts'
import type { PackageForm } from '#contract/packages.ts'
import { readableSecret } from '#contract/passphrases.ts'
import { reservedShareEvent } from '#contract/reserved-share-messages.ts'
import type {
  BringRequest,
  HandOutAnswer,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { steadyNow } from '#lib/clock.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Rule } from '#policy/decide.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { type GroupPackage, groupId, memberAt, type SharePackage } from '#protocol/v2/group.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { packageForm } from '#protocol/v2/package-text.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { AuditRecord } from '#store/audit-rows.ts'
import type {
  HandedOut,
  ReservedShares as ReservedShareTable,
  StoredReservedShare,
} from '#store/reserved-shares.ts'
import type { Names } from '../callers.ts'
import { readShareOfGroup } from '../packages.ts'
import { proofHash } from '../test-signatures.ts'
import { DeviceProofs, type Signed, type UnprovenShare } from './device-proofs.ts'
import {
  addRefusal,
  groupOf,
  inviteRefusal,
  Members,
  refusal,
  type ShareResult,
  stateOf,
  viewOf,
} from './share-state.ts'

/** How long an invited device gets the group without a question to the owner. */
const ALLOWED_FOR = '1d'

export interface ReservedSharesOptions {
  kept: ReservedShareTable
  keyset: Pick<Supervisor, 'credentials' | 'self' | 'relays' | 'signer'>
  groupName(): string
  reader: KeysetReader
  deriveKey: DeriveKey
  ruleSet: Pick<RuleSet, 'draft' | 'save' | 'enforce' | 'delete' | 'nameOf'>
  names: Names
  /** Saves everything that `work` saves, or nothing. */
  transaction(work: () => void): void
  /** Signs a hash with the group's key, through one member. Never rejects. */
  prove(request: { actor: string; hash: string; through: string }): Promise<Signed>
  log: Pick<KeysetLog, 'add'>
  audit(record: AuditRecord): void
}

/**
 * Shares of the group that are reserved for other devices. Inviting a device with a share binds the share to
 * that device; the invitation can be shown again until the device has signed. Then the share is deleted here,
 * so that no two devices get it.
 */
export class ReservedShares {
  readonly #options: ReservedSharesOptions
  readonly #members: Members
  readonly #proofs: DeviceProofs

  constructor(options: ReservedSharesOptions) {
    this.#options = options
    this.#members = new Members(options)
    this.#proofs = new DeviceProofs({
      unproven: () => this.#own().filter(isUnproven).filter(hasJoined),
      peers: () => this.#members.peers,
      threshold: () => this.#members.group?.threshold ?? 0,
      sign: (share) => this.#sign(share),
      onProven: (share, took) => this.#onProven(share, took),
      now: steadyNow,
    })
    this.#proofs.check()
  }

  /** Null while no valid keyset runs here. */
  view(): ReservedSharesAnswer | null {
    const group = this.#members.group
    if (group === null) return null
    const own = this.#own()
    return {
      threshold: group.threshold,
      members: group.members.length,
      held: own.filter((one) => one.seckey !== null && !this.#members.isSelf(one)).length + 1,
      npub: npubOf(group.group_pk),
      group: this.#options.groupName() || group.group_name,
      spares: own.map((share) =>
        viewOf(share, { members: this.#members, proofs: this.#proofs, group }),
      ),
    }
  }

  /** How many shares that only this signer has would be lost if these credentials came into force. */
  lostWith(credentials: Pick<Credentials, 'keyset'>): number {
    const next = groupOf(credentials)
    const isSame =
      next !== null &&
      this.#members.group !== null &&
      groupId(next) === groupId(this.#members.group)
    return isSame ? 0 : this.count
  }

  /** How many are stored here, with or without an invitation. */
  get count(): number {
    return this.#own().filter(({ seckey }) => seckey !== null).length
  }

  /** Reserves the shares of a new group; call it in the transaction that saves the group. */
  addAll(group: GroupPackage, shares: readonly SharePackage[]): void {
    for (const share of shares) this.#options.kept.set(this.#newShare(group, share))
  }

  /**
   * Invites a device: seals its share into a package, or returns that package again.
   *
   * @param name of the device; needed the first time
   * @param form of the package; default: as before, or the current one
   */
  async invite({
    index,
    name = '',
    form,
    actor,
  }: {
    index: number
    name?: string | undefined
    form?: PackageForm | undefined
    actor: string
  }): Promise<ShareResult<HandOutAnswer>> {
    const share = this.#at(index)
    if (share === undefined) return refusal('unknown', texts.unknown)
    const problem = inviteRefusal(share, name, this.#members)
    if (problem !== null) return problem
    const { relays } = this.#options.keyset
    if (relays.length === 0) return refusal('state', packages.noRelays)
    const sealed = await this.#sealed(share, relays, form)
    // Sealing took time, in which the share may have changed.
    const now = this.#at(index)
    if (now === undefined || JSON.stringify(now) !== JSON.stringify(share)) {
      return refusal('state', texts.changedMeanwhile)
    }
    const later = inviteRefusal(now, name, this.#members)
    if (later !== null) return later
    const pubkey = this.#members.pubkeyOf(share)
    const isAgain = share.handedOut !== null
    const handedOut: HandedOut = share.handedOut ?? {
      at: Date.now(),
      actor,
      name,
      sealed,
      rule: null,
      joinedAt: null,
    }
    // Everything that can fail comes first: once the invitation is stored, its package is returned.
    if (!isAgain) this.#options.names.set({ pubkey, actor }, name)
    this.#deleteRule(share)
    this.#saveInvitation({ ...share, handedOut: { ...handedOut, sealed } })
    const message = reservedShareEvent.handedOut(index, isAgain)
    this.#report(actor, 'spare.hand-out', share, message, { again: isAgain })
    this.#proofs.restart(share.id)
    const { package: text, password } = sealed
    const value = { index, pubkey, package: text, password, form: packageForm(text) }
    return { ok: true, value }
  }

  /** Reserves a share that the owner has elsewhere. */
  async add(request: BringRequest & { actor: string }): Promise<ShareResult<{ index: number }>> {
    const { reader, deriveKey, keyset, kept } = this.#options
    const v2 = this.#members.group
    const { group } = keyset.credentials
    if (v2 === null || !group?.ok) return refusal('state', texts.noKeyset)
    const read = await readShareOfGroup(request, { reader, deriveKey, group: group.value, v2 })
    if (!read.ok) return refusal('input', read)
    const share = this.#newShare(v2, read.value)
    const problem = addRefusal(share, this.#at(share.idx), {
      members: this.#members,
      replaces: request.replaces === true,
    })
    if (problem !== null) return problem
    kept.set(share)
    this.#report(request.actor, 'spare.bring', share, reservedShareEvent.brought(share.idx))
    return { ok: true, value: { index: share.idx } }
  }

  /**
   * Call before a member gets the group. It is the device that opened the invitation: a device that had the share
   * before would not ask for the group. Throws if this can't be stored.
   */
  joined(id: string): void {
    const share = this.#own().find((one) => one.id === id)
    if (share === undefined || !isUnproven(share)) return
    if (!hasJoined(share)) {
      const handedOut = { ...share.handedOut, joinedAt: Date.now() }
      this.#options.kept.set({ ...share, handedOut })
    }
    this.#proofs.restart(id)
  }

  /** Deletes a share, with or without an invitation. @returns false if there is none */
  delete(index: number, actor: string): boolean {
    const share = this.#at(index)
    if (share === undefined) return false
    const state = stateOf(share, this.#members)
    this.#deleteRule(share)
    this.#options.kept.delete(share.id)
    this.#report(actor, 'spare.delete', share, reservedShareEvent.deleted(index), { state })
    return true
  }

  /** Call when devices may have come online or gone offline. */
  checkProofs(): void {
    this.#proofs.check()
  }

  stop(): Promise<void> {
    return this.#proofs.stop()
  }

  /** The stored package, unless its relays or its form are outdated. */
  async #sealed(
    { seckey, handedOut }: StoredReservedShare,
    relays: readonly string[],
    form: PackageForm | undefined,
  ): Promise<NonNullable<HandedOut['sealed']>> {
    const before = handedOut?.sealed
    const formBefore = before ? packageForm(before.package) : 'current'
    const newForm = form ?? formBefore
    if (before && newForm === formBefore && before.relays.join() === relays.join()) return before
    const password = before?.password ?? readableSecret(randomBytes)
    const share = {
      seckey: seckey ?? '',
      relays: [...relays],
      inviter: this.#options.keyset.self ?? '',
    }
    const { deriveKey } = this.#options
    const text = await sealOnboard(share, { password, deriveKey, kdf: PACKAGE_KDFS[newForm] })
    return { package: text, password, relays }
  }

  /**
   * Saves an invitation with a rule that gives the device the group without a question for a day: inviting it
   * was the owner's decision. If there are too many rules, the owner is asked when the device asks.
   */
  #saveInvitation(share: UnprovenShare): void {
    const { kept, ruleSet, transaction } = this.#options
    const whom = { door: 'peer', id: share.id } as const
    const draft = ruleSet.draft({ whom, operation: 'onboard', verdict: 'allow', for: ALLOWED_FOR })
    let rule: Rule | null = null
    transaction(() => {
      rule = draft.ok ? ruleSet.save(draft.value) : null
      kept.set({
        ...share,
        handedOut: { ...share.handedOut, rule: rule?.id ?? null },
      })
    })
    if (rule !== null) ruleSet.enforce(rule)
  }

  #deleteRule({ handedOut }: StoredReservedShare): void {
    if (handedOut !== null && handedOut.rule !== null) this.#options.ruleSet.delete(handedOut.rule)
  }

  #sign({ id, handedOut: { at, actor } }: UnprovenShare): Promise<Signed> {
    const group = this.#members.group
    if (group === null) return Promise.resolve({ ok: false, why: texts.noKeyset })
    // Each attempt has the same hash, so that a person at the device is not asked about several.
    const hash = proofHash(group.group_pk, id, String(at))
    return this.#options.prove({ actor, hash, through: id })
  }

  #onProven(share: UnprovenShare, took: number): void {
    this.#deleteRule(share)
    const handedOut = { ...share.handedOut, sealed: null, rule: null }
    this.#options.kept.set({ ...share, seckey: null, handedOut, provedAt: Date.now(), took })
    const { actor } = share.handedOut
    this.#report(actor, 'spare.prove', share, reservedShareEvent.proved(share.idx))
  }

  #report(
    actor: string,
    action: 'spare.hand-out' | 'spare.bring' | 'spare.delete' | 'spare.prove',
    share: StoredReservedShare,
    message: string,
    more: { again?: boolean; state?: string } = {},
  ): void {
    const peer = this.#members.pubkeyOf(share)
    this.#options.audit({
      actor,
      action,
      outcome: 'ok',
      detail: { index: share.idx, peer, ...more },
    })
    this.#options.log.add('system', message, { peer, index: share.idx })
  }

  #newShare(group: GroupPackage, { idx, seckey }: SharePackage): StoredReservedShare {
    const id = xOnly(memberAt(group, idx)?.pubkey ?? '')
    return { id, group: groupId(group), idx, seckey, handedOut: null, provedAt: null }
  }

  /** The reserved shares of the group in force. */
  #own(): StoredReservedShare[] {
    const group = this.#members.group
    if (group === null) return []
    const id = groupId(group)
    return this.#options.kept.list().filter((share) => share.group === id)
  }

  #at(index: number): StoredReservedShare | undefined {
    return this.#own().find(({ idx }) => idx === index)
  }
}

const hasJoined = ({ handedOut }: UnprovenShare): boolean => handedOut.joinedAt !== null

const isUnproven = (share: StoredReservedShare): share is UnprovenShare =>
  share.handedOut !== null && share.seckey !== null

import { randomBytes } from 'node:crypto'
import { packages } from '#contract/messages.ts'
import type { PackageForm } from '#contract/packages.ts'
import { readableSecret } from '#contract/readable-secret.ts'
import { spares as texts } from '#contract/reserved-share-messages.ts'
import type {
  BringRequest,
  HandOutAnswer,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { steadyNow } from '#lib/clock.ts'
import { fail } from '#lib/errors.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Rule } from '#policy/rule.ts'
import type { RuleBook } from '#policy/rule-set.ts'
import type { Credentials, KeysetReader } from '#protocol/keyset.ts'
import { type GroupPackage, groupId, memberAt, type SharePackage } from '#protocol/v2/group.ts'

import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { packageForm } from '#protocol/v2/package-text.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { Names } from '../names.ts'
import { type Done, mayBring, mayHandOut, refused } from './checks.ts'
import { readGivenShare } from './given-share.ts'
import { groupOf, Members } from './members.ts'
import type { HandedOut, ReservedShareStore, StoredReservedShare } from './ports.ts'
import { proofHash } from './proof-hash.ts'
import { Proving, type Waiting } from './proving.ts'
import { stateOf, viewOf } from './view.ts'

/** How long a device gets the group without a question, from when its share was shown. */
const ANSWERED_FOR = '1d'

/** What is done with a share for another device, as the audit records it: without the share. */
export interface ReservedShareRecord {
  actor: string
  action: 'spare.hand-out' | 'spare.bring' | 'spare.delete' | 'spare.prove'
  outcome: 'ok' | 'refused'
  detail: { index: number; peer?: string; again?: boolean; state?: string }
}

export interface ReservedSharesOptions {
  kept: ReservedShareStore
  keyset: Pick<Supervisor, 'credentials' | 'self' | 'relays' | 'signer'>
  groupName(): string
  reader: KeysetReader
  deriveKey: DeriveKey
  book: Pick<RuleBook, 'draft' | 'keep' | 'enforce' | 'delete' | 'nameOf'>
  names: Names
  /** Puts everything that `work` saves on the disk, or nothing. */
  transaction(work: () => void): void
  /** Has the group's key sign a hash together with one member. Never rejects. */
  prove(request: {
    actor: string
    hash: string
    through: string
  }): Promise<{ ok: true } | { ok: false; error: string; code?: string }>
  log: Pick<KeysetLog, 'add'>
  audit(record: ReservedShareRecord): void
  /** Milliseconds. */
  now?: () => number
}

/**
 * Shares of the group for other devices. One that is kept is for any device, and is spare for as long as
 * none needs it; one that was handed out is for one device, which may be shown it again until it has
 * signed. Then it is deleted here, so that no share is given to two.
 */
export class ReservedShares {
  readonly #options: ReservedSharesOptions
  readonly #members: Members
  readonly #proving: Proving
  readonly #now: () => number

  constructor(options: ReservedSharesOptions) {
    this.#options = options
    this.#members = new Members(options)
    this.#now = options.now ?? Date.now
    this.#proving = new Proving({
      waiting: () => this.#own().filter(isWaiting).filter(hasJoined),
      peers: () => this.#members.all(),
      threshold: () => this.#members.group?.threshold ?? 0,
      sign: (reservedShare) => this.#sign(reservedShare),
      onProved: (reservedShare) => this.#proved(reservedShare),
      now: options.now ?? steadyNow,
    })
    this.#proving.look()
  }

  /** All that is known of them; null while no sound keyset runs here. */
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
      spares: own.map((reservedShare) =>
        viewOf(reservedShare, { members: this.#members, proving: this.#proving, group }),
      ),
    }
  }

  /** How many shares would be lost with these credentials in force, which nobody has but this signer. */
  strandedBy(credentials: Pick<Credentials, 'keyset'>): number {
    const next = groupOf(credentials)
    const isSame =
      next !== null &&
      this.#members.group !== null &&
      groupId(next) === groupId(this.#members.group)
    return isSame ? 0 : this.#own().filter(({ seckey }) => seckey !== null).length
  }

  /** How many are kept here, handed out or not. */
  get waiting(): number {
    return this.#own().filter(({ seckey }) => seckey !== null).length
  }

  /** Keeps the shares of other devices of a new group, inside the transaction that saves it. */
  keep(group: GroupPackage, shares: readonly SharePackage[]): void {
    for (const share of shares) this.#options.kept.set(this.#fresh(group, share))
  }

  /**
   * Puts a share into a package for one device, or shows that package again.
   *
   * @param name what the device is called; needed the first time
   * @param form of the package; by default as it was shown before, or today's
   */
  async handOut({
    index,
    name = '',
    form,
    actor,
  }: {
    index: number
    name?: string | undefined
    form?: PackageForm | undefined
    actor: string
  }): Promise<Done<HandOutAnswer>> {
    const reservedShare = this.#at(index)
    const problem = mayHandOut(reservedShare, name, this.#members)
    if (problem !== null || reservedShare === undefined)
      return problem ?? refused('unknown', texts.unknown)
    const { relays } = this.#options.keyset
    if (relays.length === 0) return refused('state', packages.noRelays)
    const sealed = await this.#sealed(reservedShare, relays, form)
    // Others may have done something with it meanwhile.
    const now = this.#at(index)
    if (now === undefined || JSON.stringify(now) !== JSON.stringify(reservedShare)) {
      return refused('state', texts.changedMeanwhile)
    }
    const later = mayHandOut(now, name, this.#members)
    if (later !== null) return later
    const pubkey = this.#members.pubkeyOf(reservedShare)
    const isAgain = reservedShare.handedOut !== null
    const handedOut: HandedOut = reservedShare.handedOut ?? {
      at: this.#now(),
      actor,
      name,
      sealed,
      rule: null,
      joinedAt: null,
    }
    // What may fail comes first: once it is kept that the share was handed out, its package is shown.
    if (!isAgain) this.#options.names.set({ pubkey, actor }, name)
    this.#answerNoLonger(reservedShare)
    this.#keepAnswered({ ...reservedShare, handedOut: { ...handedOut, sealed } })
    this.#tell(actor, 'spare.hand-out', reservedShare, texts.event.handedOut(index, isAgain), {
      again: isAgain,
    })
    this.#proving.anew(reservedShare.id)
    const { package: text, password } = sealed
    const value = { index, pubkey, package: text, password, form: packageForm(text) }
    return { ok: true, value }
  }

  /** Keeps a share that the owner has brought. */
  async bring(request: BringRequest & { actor: string }): Promise<Done<{ index: number }>> {
    const { reader, deriveKey, keyset, kept } = this.#options
    const v2 = this.#members.group
    const { group } = keyset.credentials
    if (v2 === null || !group?.ok) return refused('state', texts.noKeyset)
    const read = await readGivenShare(request, { reader, deriveKey, group: group.value, v2 })
    if (!read.ok) return refused('input', read.error)
    const reservedShare = this.#fresh(v2, read.value)
    const problem = mayBring(reservedShare, this.#at(reservedShare.idx), {
      members: this.#members,
      replaces: request.replaces === true,
    })
    if (problem !== null) return problem
    kept.set(reservedShare)
    this.#tell(request.actor, 'spare.bring', reservedShare, texts.event.brought(reservedShare.idx))
    return { ok: true, value: { index: reservedShare.idx } }
  }

  /**
   * A member is about to get the group: the device that opened its invitation. One that had the share before
   * needs no group, and is so told from it. Throws if that can't be kept.
   */
  joined(id: string): void {
    const reservedShare = this.#own().find((one) => one.id === id)
    if (reservedShare === undefined || !isWaiting(reservedShare)) return
    if (!hasJoined(reservedShare)) {
      const handedOut = { ...reservedShare.handedOut, joinedAt: this.#now() }
      this.#options.kept.set({ ...reservedShare, handedOut })
    }
    this.#proving.anew(id)
  }

  /** Keeps a share no longer, handed out or not. @returns false if there is none */
  delete(index: number, actor: string): boolean {
    const reservedShare = this.#at(index)
    if (reservedShare === undefined) return false
    const state = stateOf(reservedShare, this.#members)
    this.#answerNoLonger(reservedShare)
    this.#options.kept.delete(reservedShare.id)
    this.#tell(actor, 'spare.delete', reservedShare, texts.event.deleted(index), { state })
    return true
  }

  /** Other devices may be there, or no longer. */
  look(): void {
    this.#proving.look()
  }

  stop(): Promise<void> {
    return this.#proving.stop()
  }

  /** The same package, as long as the relays that it names are those in force, and its form is that wanted. */
  async #sealed(
    { seckey, handedOut }: StoredReservedShare,
    relays: readonly string[],
    wanted: PackageForm | undefined,
  ): Promise<NonNullable<HandedOut['sealed']>> {
    const before = handedOut?.sealed
    const formBefore = before ? packageForm(before.package) : 'current'
    const form = wanted ?? formBefore
    if (before && form === formBefore && before.relays.join() === relays.join()) return before
    const password = before?.password ?? readableSecret(randomBytes)
    const share = {
      seckey: seckey ?? '',
      relays: [...relays],
      inviter: this.#options.keyset.self ?? '',
    }
    const { deriveKey } = this.#options
    const text = await sealOnboard(share, { password, deriveKey, kdf: PACKAGE_KDFS[form] })
    return { package: text, password, relays }
  }

  /**
   * Keeps that a share was handed out, with the rule that its device is not asked about for a day: the owner
   * has decided by handing it out. Without room for a rule the owner is asked when the device asks.
   */
  #keepAnswered(reservedShare: Waiting): void {
    const { kept, book, transaction } = this.#options
    const whom = { door: 'peer', id: reservedShare.id } as const
    const draft = book.draft({ whom, operation: 'onboard', verdict: 'allow', for: ANSWERED_FOR })
    let rule: Rule | null = null
    transaction(() => {
      rule = draft.ok ? book.keep(draft.value) : null
      kept.set({
        ...reservedShare,
        handedOut: { ...reservedShare.handedOut, rule: rule?.id ?? null },
      })
    })
    if (rule !== null) book.enforce(rule)
  }

  #answerNoLonger({ handedOut }: StoredReservedShare): void {
    if (handedOut !== null && handedOut.rule !== null) this.#options.book.delete(handedOut.rule)
  }

  #sign({ id, handedOut: { at, actor } }: Waiting): ReturnType<ReservedSharesOptions['prove']> {
    const group = this.#members.group
    if (group === null) return Promise.resolve(fail(texts.noKeyset))
    return this.#options.prove({ actor, hash: proofHash(group.group_pk, id, at), through: id })
  }

  #proved(reservedShare: Waiting): void {
    this.#answerNoLonger(reservedShare)
    const handedOut = { ...reservedShare.handedOut, sealed: null, rule: null }
    this.#options.kept.set({ ...reservedShare, seckey: null, handedOut, provedAt: this.#now() })
    const { actor } = reservedShare.handedOut
    this.#tell(actor, 'spare.prove', reservedShare, texts.event.proved(reservedShare.idx))
  }

  #tell(
    actor: string,
    action: ReservedShareRecord['action'],
    reservedShare: StoredReservedShare,
    words: string,
    more: { again?: boolean; state?: string } = {},
  ): void {
    const peer = this.#members.pubkeyOf(reservedShare)
    this.#options.audit({
      actor,
      action,
      outcome: 'ok',
      detail: { index: reservedShare.idx, peer, ...more },
    })
    this.#options.log.add('system', words, { peer, index: reservedShare.idx })
  }

  #fresh(group: GroupPackage, { idx, seckey }: SharePackage): StoredReservedShare {
    const id = xOnly(memberAt(group, idx)?.pubkey ?? '')
    return { id, group: groupId(group), idx, seckey, handedOut: null, provedAt: null }
  }

  /** Those of the group in force. */
  #own(): StoredReservedShare[] {
    const group = this.#members.group
    if (group === null) return []
    const id = groupId(group)
    return this.#options.kept.list().filter((reservedShare) => reservedShare.group === id)
  }

  #at(index: number): StoredReservedShare | undefined {
    return this.#own().find(({ idx }) => idx === index)
  }
}

const hasJoined = ({ handedOut }: Waiting): boolean => handedOut.joinedAt !== null

const isWaiting = (reservedShare: StoredReservedShare): reservedShare is Waiting =>
  reservedShare.handedOut !== null && reservedShare.seckey !== null

import type { NostrEvent } from '#contract/nostr.ts'
import type { DealtKeyset } from '#protocol/convert-v1.ts'
import { conversationKey, openEnvelope } from '#protocol/v2/envelope.ts'
import { verifyPartialSignature } from '#protocol/v2/frost.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type { PartialSignature, SignResponse, SignSession } from '#protocol/v2/messages.ts'
import { present } from '../../support/v2-vectors.ts'

/** By nonce, its uses; by use, the first request that it was in. */
type Uses = Map<string, Map<string, string>>

/** How many lines a trace has, from its beginning and from its end. */
const FIRST = 100
const LAST = 400

/** A message, as one line of a trace. */
interface TraceLine {
  /** Milliseconds from the first. */
  at: number
  from: number
  type: string
  id: string
  detail: string
}

/**
 * Reads everything that the members of a group send each other, and records which nonce each partial
 * signature was made with. It holds all shares, so it can read all messages.
 */
export class NonceRecorder {
  readonly #keyset: DealtKeyset
  readonly #members: ReadonlyMap<string, number>
  readonly #keys = new Map<string, Uint8Array>()
  /** Sessions by the id of their request. */
  readonly #sessions = new Map<string, SignSession[]>()
  /** What each member signed with each of its nonces, by the member's index and the nonce's hiding point. */
  readonly #uses: Uses = new Map()
  /** The requests to each member with a nonce with which it had already signed something else. */
  readonly #again: Uses = new Map()
  readonly #lines: TraceLine[] = []
  /**
   * Events that are not read yet: reading takes time, and would delay the relay, which is in this process.
   */
  #unread: { at: number; event: NostrEvent }[] = []
  readonly #began = performance.now()
  readonly #given = new Map<number, Set<string>>()
  readonly #faults: string[] = []

  constructor(keyset: DealtKeyset) {
    this.#keyset = keyset
    this.#members = new Map(
      keyset.group.members.map(({ idx, pubkey }) => [pubkey.slice(2), idx] as const),
    )
  }

  /** Takes an event when the relay gets it. */
  hear(event: NostrEvent): void {
    this.#unread.push({ at: Math.round(performance.now() - this.#began), event })
  }

  /** How many partial signatures a member gave, each counted once. */
  given(idx: number): number {
    this.#readAll()
    return this.#given.get(idx)?.size ?? 0
  }

  /** Descriptions of partial signatures that belong to no known session. There must be none. */
  faults(): string[] {
    this.#readAll()
    return this.#faults
  }

  /**
   * Nonces with which a member signed twice, and the requests. Two uses reveal the nonce's secrets, a third
   * reveals the share.
   */
  reused(idx: number): string[] {
    this.#readAll()
    return listOf(this.#uses, idx, 2)
  }

  /**
   * Nonces with which a member was asked after it had signed with them, and the requests. A member that was
   * rolled back would sign again.
   */
  askedAgain(idx: number): string[] {
    this.#readAll()
    return listOf(this.#again, idx, 1)
  }

  /** The first messages and the last, a line each, with nothing secret. */
  trace(): string {
    this.#readAll()
    const line = ({ at, from, type, id, detail }: TraceLine) =>
      `${String(at).padStart(8)} ms  ${from}  ${type.padEnd(14)} ${id.slice(0, 8)} ${detail}`
    const lines = this.#lines.map(line)
    if (lines.length <= FIRST + LAST) return lines.join('\n')
    return [...lines.slice(0, FIRST), '   ...', ...lines.slice(-LAST)].join('\n')
  }

  #readAll(): void {
    const unread = this.#unread
    this.#unread = []
    for (const { at, event } of unread) this.#read(at, event)
  }

  #read(at: number, event: NostrEvent): void {
    const from = this.#members.get(event.pubkey)
    const to = event.tags.find(([name]) => name === 'p')?.[1] ?? ''
    if (from === undefined || !this.#members.has(to)) return
    const opened = openEnvelope(event.content, this.#key(from, to))
    if (!opened.ok) return
    const { id, type, data } = opened.value
    const where = `${id.slice(0, 8)} at ${at} ms`
    let detail = ''
    if (type === 'SignRequest') detail = this.#request(from, id, where, data as SignSession)
    else if (type === 'SignResponse') detail = this.#response(from, id, where, data as SignResponse)
    else if (type.startsWith('Ping')) detail = pingWords(data as Record<string, unknown>)
    else if (type === 'Error') detail = JSON.stringify(data)
    this.#lines.push({ at, from, type, id, detail })
  }

  /** Records a request. The asker's own nonces count as used with it, as the asker signs too. */
  #request(from: number, id: string, where: string, session: SignSession): string {
    const sessions = this.#sessions.get(id) ?? []
    this.#sessions.set(id, [...sessions, session])
    const { nonces, hashes } = session
    for (const { idx, entries } of nonces) {
      for (const { hidden_pn, hash_index } of entries) {
        // Each session is a different use.
        const use = JSON.stringify([hashes[hash_index], nonces])
        const nonce = `${idx} ${hidden_pn}`
        const uses = this.#uses.get(nonce)
        if (idx === from) note(this.#uses, nonce, { use, where })
        else if (uses && !uses.has(use)) note(this.#again, nonce, { use, where })
      }
    }
    const codes = nonces
      .filter(({ idx }) => idx !== from)
      .flatMap(({ entries }) => entries.map(({ code }) => code.slice(0, 6)))
    return `${hashes.length} hashes, nonces ${codes.slice(0, 3).join(' ')}`
  }

  #response(from: number, id: string, where: string, answer: SignResponse): string {
    const asked = this.#sessions.get(id)?.filter(({ sid }) => sid === answer.sid) ?? []
    for (const psig of answer.psigs) {
      this.#given.set(from, (this.#given.get(from) ?? new Set()).add(psig.partial_sig))
      const session = asked.find((one) => this.#isOf(one, from, psig))
      if (session === undefined) {
        this.#faults.push(
          `a partial signature of ${from} in the answer to ${where} is of no session`,
        )
        continue
      }
      const entry = entryOf(session, from, psig.hash_index)
      const use = JSON.stringify([psig.sighash, session.nonces])
      note(this.#uses, `${from} ${entry.hidden_pn}`, { use, where })
    }
    return `${answer.psigs.length} partials, ${answer.replenish?.length ?? 0} nonces`
  }

  #isOf(session: SignSession, idx: number, { hash_index, partial_sig }: PartialSignature): boolean {
    const { group } = this.#keyset
    const signer = present(group.members.find((member) => member.idx === idx))
    try {
      return verifyPartialSignature(contextOf(group, session, hash_index), signer, partial_sig)
    } catch {
      return false
    }
  }

  #key(from: number, to: string): Uint8Array {
    const name = `${from} ${to}`
    const share = present(this.#keyset.shares.find(({ idx }) => idx === from))
    const key = this.#keys.get(name) ?? conversationKey(share.seckey, to)
    this.#keys.set(name, key)
    return key
  }
}

function note(uses: Uses, nonce: string, { use, where }: { use: string; where: string }): void {
  const known = uses.get(nonce) ?? new Map<string, string>()
  uses.set(nonce, known)
  if (!known.has(use)) known.set(use, where)
}

/** A member's nonces with at least this many uses, and the requests. */
const listOf = (uses: Uses, idx: number, atLeast: number): string[] =>
  [...uses].flatMap(([nonce, known]) =>
    nonce.startsWith(`${idx} `) && known.size >= atLeast
      ? [`${nonce}: ${[...known.values()].join(', ')}`]
      : [],
  )

const entryOf = ({ nonces }: SignSession, idx: number, hashIndex: number) =>
  present(
    nonces
      .find((set) => set.idx === idx)
      ?.entries.find(({ hash_index }) => hash_index === hashIndex),
  )

function pingWords(data: Record<string, unknown>): string {
  const count = (name: string) => (Array.isArray(data[name]) ? (data[name] as unknown[]).length : 0)
  return data['version'] === 2
    ? `v2, brings ${count('advertised_nonces')}, holds ${count('held_peer_nonce_codes')}`
    : `v1, brings ${count('nonces')}`
}

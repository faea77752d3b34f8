import type Database from 'better-sqlite3'
import { NONCES_USED_KEPT } from '#protocol/limits.ts'
import type { SecretNonce } from '#protocol/v2/frost.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import { read, type StoreLog, withoutSync, write, writeOne } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { SpentMarks } from '../spent-mark.ts'
import { emptyLog, LASTING } from './file.ts'
import {
  type JoiningIdentity,
  type NonceIdentity,
  type NonceSealer,
  nonceSealer,
} from './identity.ts'
import type { OpenFile } from './open-file.ts'
import { claimOwner, knowGroup, removeOwner } from './owners.ts'
import { newPoolId } from './pools.ts'
import { type SeenRequest, SeenRequests } from './seen-requests.ts'
import { keepHeld, prepare, type Statements } from './statements.ts'

/** A change of a peer's nonces: those held now, and codes that turned out used or unused. */
interface PeerNonceChange {
  readonly held: readonly Nonce[]
  readonly used: readonly string[]
  readonly unused?: readonly string[]
  readonly poolId?: string | null
}

/** What the file holds of a peer's nonces: those held, and how many used codes. */
interface Kept {
  held: readonly Nonce[]
  used: number
}

/** Used codes are dropped in lumps: finding a peer's oldest means reading all of them. */
const USED_LUMP = 500

/** The open file, and what is known of it without another query. */
interface Connection {
  db: Database.Database
  statements: Statements
  owner: number
  lists: Map<string, Kept>
}

export interface NonceDatabaseOptions {
  file: OpenFile
  keyset: number
  identity: NonceIdentity | JoiningIdentity
  log: StoreLog
  /** How many nonces are used up, stored outside the file. */
  marks?: SpentMarks | undefined
  /** Whether another share of the keyset is joining a group now: its nonces stay. */
  keepJoining?: () => boolean
  /** Codes of nonces that this process made earlier, if any. */
  madeSinceStart?: ReadonlySet<string>
}

/** Thrown inside a transaction to roll it back. */
class Rollback extends Error {}

/**
 * The nonces of one share of one group, in the file of all nonces: a NonceStore of signer/v2/nonce-store.ts,
 * which this folder does not import. The secrets are sealed with a key derived from the share and the group
 * alone: opening them drops the nonces of another share or group of the same keyset. The nonces of a share
 * that joins a group are kept beside those of the share that runs.
 *
 * Everything throws a StoreError when it fails. A file that turns out to be damaged is moved aside at
 * the next call.
 */
export class NonceDatabase {
  readonly #options: NonceDatabaseOptions
  readonly #sealer: NonceSealer
  /** Only in memory, so that nonces from a copy of the folder never count as made by this process. */
  readonly #madeSinceStart: Set<string>
  /** Requests on the disk, and those known to this process alone. */
  readonly #written = new SeenRequests()
  readonly #noted = new SeenRequests()
  #connection: Connection | undefined
  #closed = false

  constructor(options: NonceDatabaseOptions) {
    this.#options = options
    this.#sealer = nonceSealer(options.identity)
    this.#madeSinceStart = new Set(options.madeSinceStart)
    this.#connect()
  }

  /** Whether these are the nonces of this share and group, or of this share while it joins one. */
  isOf(identity: NonceIdentity | JoiningIdentity): boolean {
    return nonceSealer(identity).keyId.equals(this.#sealer.keyId)
  }

  /** Codes of nonces that this process made. */
  get madeSinceStart(): ReadonlySet<string> {
    return this.#madeSinceStart
  }

  unspent(peer: string): { nonce: SecretNonce; madeSinceStart: boolean }[] {
    return this.#use(({ db, statements, owner }) => {
      const rows = read(db, () => statements.unspent.all(owner, peer))
      return rows.flatMap(({ code, sealed }) => {
        const nonce = this.#open(peer, code, sealed)
        return nonce === undefined
          ? []
          : [{ nonce, madeSinceStart: this.#madeSinceStart.has(code) }]
      })
    })
  }

  add(peer: string, nonces: readonly SecretNonce[]): void {
    this.#use(({ db, statements, owner }) => {
      writeWithoutSync(db, () => {
        for (const nonce of nonces) {
          statements.add.run(owner, peer, nonce.code, this.#sealer.seal(peer, nonce))
        }
      })
    })
    for (const { code } of nonces) this.#madeSinceStart.add(code)
  }

  spend(peer: string, codes: readonly string[]): boolean {
    const spent = this.#use(({ db, statements, owner }) => {
      const spendOne = (code: string) => statements.spend.run(owner, peer, code).changes === 1
      const [only, ...others] = codes
      if (only !== undefined && others.length === 0) return writeOne(db, () => spendOne(only))
      try {
        write(db, () => {
          if (!codes.every(spendOne)) throw new Rollback()
        })
        return true
      } catch (error) {
        if (error instanceof Rollback) return false
        throw error
      }
    })
    if (spent) {
      this.#use((connection) => this.#keepMark(connection))
      for (const code of codes) this.#madeSinceStart.delete(code)
    }
    return spent
  }

  poolId(peer: string): string {
    return this.#use((connection) => poolOf(connection, peer).ours)
  }

  renewPool(peer: string): string {
    const id = newPoolId()
    this.#use(({ db, statements, owner }) =>
      writeOne(db, () => statements.renewPool.run(owner, peer, id)),
    )
    return id
  }

  peerNonces(peer: string): { held: Nonce[]; used: string[]; poolId: string | null } {
    return this.#use((connection) => {
      const { db, statements, owner } = connection
      const { held } = listsOf(connection, peer)
      return {
        held: [...held],
        used: read(db, () => statements.entries.all(owner, peer, 'used')),
        poolId: read(db, () => statements.pool.get(owner, peer))?.theirs ?? null,
      }
    })
  }

  keepPeerNonces(peer: string, { held, used, unused = [], poolId }: PeerNonceChange): void {
    this.#use((connection) => {
      if (poolId !== undefined) poolOf(connection, peer)
      const { db, statements, owner, lists } = connection
      const found = listsOf(connection, peer)
      lists.delete(peer)
      let kept = found.used
      writeWithoutSync(db, () => {
        keepHeld(statements, { owner, peer }, { found: found.held, wanted: held })
        for (const code of unused) kept -= statements.remove.run(owner, peer, 'used', code).changes
        for (const code of used) kept += statements.append.run(owner, peer, 'used', code).changes
        if (kept > NONCES_USED_KEPT + USED_LUMP) {
          kept -= statements.forgetUsed.run(owner, peer, kept - NONCES_USED_KEPT).changes
        }
        if (poolId !== undefined) statements.keepTheirPool.run(poolId, owner, peer)
      })
      lists.set(peer, { held, used: kept })
    })
  }

  note(request: SeenRequest, now: number): boolean {
    const isNew = this.#isNew(request, now)
    if (isNew) this.#noted.add(request, now)
    return isNew
  }

  remember(request: SeenRequest, now: number): boolean {
    const isNew = this.#isNew(request, now)
    if (isNew) this.#write(request, now)
    return isNew
  }

  settle(request: Omit<SeenRequest, 'until'>, now: number): void {
    const until = this.#noted.untilOf(request)
    if (until !== undefined) this.#write({ ...request, until }, now)
  }

  release(request: Omit<SeenRequest, 'until'>): void {
    this.#noted.delete(request)
  }

  /** For a share that joins: the group that its inviter named, which it may run in from now on. */
  knowGroup(gid: string): void {
    this.#use(({ db, owner }) => knowGroup(db, owner, gid))
  }

  /** For a share that joins: deletes its nonces without a trace, and closes. */
  remove(): void {
    this.#use(({ db, owner }) => {
      removeOwner(db, owner)
      emptyLog(db, this.#options.log)
    })
    this.close()
  }

  /** May be called twice; anything else afterwards throws. */
  close(): void {
    this.#closed = true
    this.#connection = undefined
    this.#options.file.leave(this)
  }

  #isNew(request: SeenRequest, now: number): boolean {
    // Connecting reads the requests on the disk into `#written`.
    this.#connect()
    return !this.#noted.has(request, now) && !this.#written.has(request, now)
  }

  /** A request that can't be written does not stay in memory either. */
  #write(request: SeenRequest, now: number): void {
    const { author, requestId, until } = request
    const pushedOut = this.#written.add(request, now)
    try {
      this.#use(({ db, statements, owner }) => {
        writeWithoutSync(db, () => {
          statements.dropExpired.run(owner, now)
          if (pushedOut !== undefined) {
            const { until, author, requestId } = pushedOut
            statements.forgetRequest.run(owner, until, author, requestId)
          }
          statements.remember.run(owner, until, author, requestId)
        })
      })
    } catch (error) {
      this.#written.delete(request)
      throw error
    }
  }

  #use<T>(work: (connection: Connection) => T): T {
    const connection = this.#connect()
    try {
      return work(connection)
    } catch (error) {
      this.#leaveAfter(error)
      throw error
    }
  }

  #connect(): Connection {
    if (this.#closed) throw new TypeError('the nonces are closed')
    const { keyset, identity, log } = this.#options
    const db = this.#options.file.use(this)
    if (this.#connection?.db === db) return this.#connection
    this.#connection = undefined
    try {
      const keepJoining = this.#options.keepJoining?.() ?? false
      const { owner, dropped } = claimOwner(db, { keyset, identity, keepJoining })
      if (dropped) {
        emptyLog(db, log)
        log.info({}, 'the nonces of another share or group were dropped')
      }
      const statements = prepare(db)
      for (const request of read(db, () => statements.requests.all(owner))) {
        this.#written.add(request, 0)
      }
      this.#connection = { db, owner, statements, lists: new Map() }
      return this.#connection
    } catch (error) {
      this.#options.file.leave(this)
      this.#leaveAfter(error)
      throw error
    }
  }

  /** A damaged file is moved aside when it is next opened, by whichever owner. */
  #leaveAfter(error: unknown): void {
    if (error instanceof StoreError && error.code === 'CORRUPT') this.#options.file.drop()
  }

  /** Called before a spent nonce is used: the count of spent nonces is then stored outside the file too. */
  #keepMark({ db, statements }: Connection): void {
    const { marks } = this.#options
    const state = marks && read(db, () => statements.state.get())
    if (state !== undefined) marks?.keepWithoutSync(state)
  }

  /** Opens a nonce. One that does not open is of no use: it is deleted. */
  #open(peer: string, code: string, sealed: Buffer): SecretNonce | undefined {
    try {
      return this.#sealer.open(peer, code, sealed)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#options.log.warn({ code: error.code }, 'a nonce that is damaged was dropped')
      this.spend(peer, [code])
      return undefined
    }
  }
}

/** The ids of the pools. Ours is made when it is first asked for, before any of its nonces is sent. */
function poolOf({ db, statements, owner }: Connection, peer: string) {
  const found = read(db, () => statements.pool.get(owner, peer))
  if (found !== undefined) return found
  const ours = newPoolId()
  writeWithoutSync(db, () => statements.beginPool.run(owner, peer, ours))
  return { ours, theirs: null }
}

/** A commit that survives the process's end when it returns, and a power cut a little later. */
const writeWithoutSync = <T>(db: Database.Database, work: () => T): T =>
  withoutSync(db, LASTING, () => write(db, work))

function listsOf({ db, statements, owner, lists }: Connection, peer: string): Kept {
  const known = lists.get(peer)
  if (known !== undefined) return known
  const found = read(db, () => ({
    held: statements.entries.all(owner, peer, 'held').map((entry): Nonce => JSON.parse(entry)),
    used: statements.usedCount.get(owner, peer) ?? 0,
  }))
  lists.set(peer, found)
  return found
}

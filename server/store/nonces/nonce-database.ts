import type { SecretNonce } from '../../frostr/next/frost.ts'
import type { Nonce } from '../../frostr/next/messages.ts'
import { read, write, writeOne } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { StoreLog } from '../log.ts'
import { closeNonceFile, emptyLog, type NonceFile, openNonceFile } from './file.ts'
import {
  type JoiningIdentity,
  type NonceIdentity,
  type NonceSealer,
  nonceSealer,
} from './identity.ts'
import { claimOwner, knowGroup, removeOwner } from './owners.ts'
import { type SeenRequest, SeenRequests } from './seen-requests.ts'
import { HELD, keepList, prepare, type Statements, USED } from './statements.ts'

type PeerNonces = { readonly held: readonly Nonce[]; readonly used: readonly string[] }

/** What is open, and what is known of it without asking it again. */
interface Connection extends NonceFile {
  statements: Statements
  owner: number
  /** What the file holds of a peer's nonces. */
  lists: Map<string, PeerNonces>
}

export interface NonceDatabaseOptions {
  dataDir: string
  identity: NonceIdentity | JoiningIdentity
  log: StoreLog
  /** Whether another share joins a group at the time, whose nonces stay. */
  keepJoining?: () => boolean
  /** Codes of nonces that were made by this process before, if there are any. */
  madeSinceStart?: ReadonlySet<string>
}

/** Inside a transaction: undo all of it. */
class NotKept extends Error {}

/**
 * The nonces of one share of one group, in a file of their own: what signer/next/nonce-store.ts asks
 * for, which this folder does not import. Its secrets are sealed with a key that comes from the share
 * and the group alone: those of another share or group are dropped when it is opened. One that joins a
 * group is kept beside the one that runs.
 *
 * Everything throws a StoreError when it fails. A file that turns out to be damaged is moved aside at
 * the next call.
 */
export class NonceDatabase {
  readonly #options: NonceDatabaseOptions
  readonly #sealer: NonceSealer
  /** In memory alone: no copy of the folder can bring back what was made by this process. */
  readonly #madeSinceStart: Set<string>
  /** Requests that are on the disk, and those that are known to this process alone. */
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

  /** Whether these are the nonces of this share and group, or of this share as it joins one. */
  isOf(identity: NonceIdentity | JoiningIdentity): boolean {
    return nonceSealer(identity).keyId.equals(this.#sealer.keyId)
  }

  /** Codes of nonces that were made by this process. */
  get madeSinceStart(): ReadonlySet<string> {
    return this.#madeSinceStart
  }

  unspent(peer: string): { nonce: SecretNonce; madeSinceStart: boolean }[] {
    return this.#use(({ lasting, statements, owner }) => {
      const rows = read(lasting, () => statements.unspent.all(owner, peer))
      return rows.flatMap(({ code, sealed }) => {
        const nonce = this.#open(peer, code, sealed)
        return nonce === undefined
          ? []
          : [{ nonce, madeSinceStart: this.#madeSinceStart.has(code) }]
      })
    })
  }

  add(peer: string, nonces: readonly SecretNonce[]): void {
    this.#use(({ lasting, statements, owner }) => {
      write(lasting, () => {
        for (const nonce of nonces) {
          statements.add.run(owner, peer, nonce.code, this.#sealer.seal(peer, nonce))
        }
      })
    })
    for (const { code } of nonces) this.#madeSinceStart.add(code)
  }

  spend(peer: string, codes: readonly string[]): boolean {
    const spent = this.#use(({ lasting, statements, owner }) => {
      const isGone = (code: string) => statements.spend.run(owner, peer, code).changes === 1
      const [only, ...others] = codes
      if (only !== undefined && others.length === 0) return writeOne(lasting, () => isGone(only))
      try {
        write(lasting, () => {
          if (!codes.every(isGone)) throw new NotKept()
        })
        return true
      } catch (error) {
        if (error instanceof NotKept) return false
        throw error
      }
    })
    if (spent) for (const code of codes) this.#madeSinceStart.delete(code)
    return spent
  }

  peerNonces(peer: string): { held: Nonce[]; used: string[] } {
    const { held, used } = this.#use((connection) => listsOf(connection, peer))
    return { held: [...held], used: [...used] }
  }

  keepPeerNonces(peer: string, { held, used }: PeerNonces): void {
    this.#use((connection) => {
      const { swift, statements, owner, lists } = connection
      const found = listsOf(connection, peer)
      lists.delete(peer)
      write(swift, () => {
        const whose = { owner, peer }
        keepList(statements, whose, { ...HELD, found: found.held, wanted: held })
        keepList(statements, whose, { ...USED, found: found.used, wanted: used })
      })
      lists.set(peer, { held, used })
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

  forget(peer: string): void {
    this.#use(({ lasting, statements, owner, lists }) => {
      lists.delete(peer)
      write(lasting, () => {
        statements.forgetOwn.run(owner, peer)
        statements.forgetPeers.run(owner, peer)
      })
      emptyLog(lasting, this.#options.log)
    })
  }

  wipe(): void {
    this.#use(({ lasting, statements, owner, lists }) => {
      lists.clear()
      write(lasting, () => {
        for (const remove of statements.wipe) remove.run(owner)
      })
      emptyLog(lasting, this.#options.log)
    })
    this.#noted.clear()
    this.#written.clear()
    this.#madeSinceStart.clear()
  }

  /** Of one that joins: the group that its inviter has named, which it may run in from now on. */
  knowGroup(gid: string): void {
    this.#use(({ lasting, owner }) => knowGroup(lasting, owner, gid))
  }

  /** Of one that joins: wipes it, and leaves no trace of it. Then it is closed. */
  remove(): void {
    this.#use(({ lasting, owner }) => {
      removeOwner(lasting, owner)
      emptyLog(lasting, this.#options.log)
    })
    this.close()
  }

  /** May be called twice; anything else afterwards throws. */
  close(): void {
    this.#closed = true
    this.#disconnect()
  }

  #isNew(request: SeenRequest, now: number): boolean {
    // What is on the disk is known once it is open.
    this.#connect()
    return !this.#noted.has(request, now) && !this.#written.has(request, now)
  }

  /** What can't be written is refused, so that it does not stay. */
  #write(request: SeenRequest, now: number): void {
    const { author, requestId, until } = request
    const pushedOut = this.#written.add(request, now)
    try {
      this.#use(({ swift, statements, owner }) => {
        write(swift, () => {
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
      if (error instanceof StoreError && error.code === 'CORRUPT') this.#disconnect()
      throw error
    }
  }

  #connect(): Connection {
    if (this.#connection !== undefined) return this.#connection
    if (this.#closed) throw new TypeError('the nonces are closed')
    const { dataDir, identity, log } = this.#options
    const keepJoining = this.#options.keepJoining?.() ?? false
    const file = openNonceFile(dataDir, log)
    try {
      const { owner, dropped } = claimOwner(file.lasting, { identity, keepJoining })
      if (dropped) {
        emptyLog(file.lasting, log)
        log.info({}, 'the nonces of another share or group were dropped')
      }
      const statements = prepare(file)
      for (const request of read(file.swift, () => statements.requests.all(owner))) {
        this.#written.add(request, 0)
      }
      this.#connection = { ...file, owner, statements, lists: new Map() }
      return this.#connection
    } catch (error) {
      closeNonceFile(file, log)
      throw error
    }
  }

  #disconnect(): void {
    if (this.#connection !== undefined) closeNonceFile(this.#connection, this.#options.log)
    this.#connection = undefined
  }

  /** A nonce that does not open is no longer one. */
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

function listsOf({ swift, statements, owner, lists }: Connection, peer: string): PeerNonces {
  const known = lists.get(peer)
  if (known !== undefined) return known
  const found = read(swift, () => ({
    held: statements.entries.all(owner, peer, 'held').map((entry): Nonce => JSON.parse(entry)),
    used: statements.entries.all(owner, peer, 'used'),
  }))
  lists.set(peer, found)
  return found
}

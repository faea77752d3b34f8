import { hkdfSync } from 'node:crypto'
import type Database from 'better-sqlite3'
import { NEXT_REPLAYS_PER_PEER_MAX } from '../../contract/limits.ts'
import type { SecretNonce } from '../../frostr/next/frost.ts'
import type { Nonce } from '../../frostr/next/messages.ts'
import { read, write } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { StoreLog } from '../log.ts'
import { createSealer, KEY_BYTES, keyIdOf, type Sealer } from '../sealing.ts'
import { closeNonceFile, emptyLog, type NonceFile, openNonceFile } from './file.ts'
import { dropAll, HELD, keepList, prepare, type Statements, USED } from './statements.ts'

/** Whose nonces are kept: 32 bytes each, hex. */
export interface NonceIdentity {
  /** The group's id. */
  gid: string
  /** The share's secret. */
  seckey: string
}

type PeerNonces = { readonly held: readonly Nonce[]; readonly used: readonly string[] }

/** What is open, and what is known of it without asking it again. */
interface Connection extends NonceFile {
  statements: Statements
  /** What the file holds of a peer's nonces. */
  lists: Map<string, PeerNonces>
  /** How many requests of an author it holds. */
  requests: Map<string, number>
}

const HKDF_INFO = 'floe nonces v1'

/** Inside a transaction: undo all of it. */
class NotKept extends Error {}

/**
 * The nonces of one share of one group, in a file of their own: what signer/next/nonce-store.ts asks
 * for, which this folder does not import. Its secrets are sealed with a key that comes from the share
 * and the group alone (HKDF-SHA-256, RFC 5869): those of another share or group are dropped when it
 * is opened.
 *
 * Everything throws a StoreError when it fails. A file that turns out to be damaged is moved aside at
 * the next call.
 */
export class NonceDatabase {
  readonly #dataDir: string
  readonly #log: StoreLog
  readonly #sealer: Sealer
  readonly #keyId: Buffer
  /** In memory alone: no copy of the folder can bring back what was made by this process. */
  readonly #madeSinceStart = new Set<string>()
  #connection: Connection | undefined
  #closed = false

  constructor(options: { dataDir: string; identity: NonceIdentity; log: StoreLog }) {
    this.#dataDir = options.dataDir
    this.#log = options.log
    const key = nonceKey(options.identity)
    this.#sealer = createSealer(key)
    this.#keyId = keyIdOf(key)
    this.#connect()
  }

  /** Whether these are the nonces of this share and group. */
  isOf(identity: NonceIdentity): boolean {
    return keyIdOf(nonceKey(identity)).equals(this.#keyId)
  }

  unspent(peer: string): { nonce: SecretNonce; madeSinceStart: boolean }[] {
    return this.#use(({ lasting, statements }) => {
      const rows = read(lasting, () => statements.unspent.all(peer))
      return rows.flatMap(({ code, sealed }) => {
        const nonce = this.#open(peer, code, sealed)
        return nonce === undefined
          ? []
          : [{ nonce, madeSinceStart: this.#madeSinceStart.has(code) }]
      })
    })
  }

  add(peer: string, nonces: readonly SecretNonce[]): void {
    this.#use(({ lasting, statements }) => {
      write(lasting, () => {
        for (const { code, ...rest } of nonces) {
          statements.add.run(peer, code, this.#sealer.seal(JSON.stringify(rest), place(peer, code)))
        }
      })
    })
    for (const { code } of nonces) this.#madeSinceStart.add(code)
  }

  spend(peer: string, codes: readonly string[]): boolean {
    const spent = this.#use(({ lasting, statements }) => {
      try {
        write(lasting, () => {
          for (const code of codes) {
            if (statements.spend.run(peer, code).changes !== 1) throw new NotKept()
          }
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
      const { swift, statements, lists } = connection
      const found = listsOf(connection, peer)
      lists.delete(peer)
      write(swift, () => {
        keepList(statements, peer, { ...HELD, found: found.held, wanted: held })
        keepList(statements, peer, { ...USED, found: found.used, wanted: used })
      })
      lists.set(peer, { held, used })
    })
  }

  remember(
    { author, requestId, until }: { author: string; requestId: string; until: number },
    now: number,
  ): boolean {
    return this.#use(({ swift, statements, requests }) => {
      const { isNew, count } = write(swift, () => {
        if (statements.dropExpired.run(now).changes > 0) requests.clear()
        const before = requests.get(author) ?? statements.countRequests.get(author) ?? 0
        requests.delete(author)
        if (statements.remember.run(author, requestId, until).changes === 0) {
          return { isNew: false, count: before }
        }
        if (before < NEXT_REPLAYS_PER_PEER_MAX) return { isNew: true, count: before + 1 }
        // One that floods pushes out its own requests, and nobody else's.
        statements.dropOldest.run(author)
        return { isNew: true, count: before }
      })
      requests.set(author, count)
      return isNew
    })
  }

  forget(peer: string): void {
    this.#use(({ lasting, statements, lists }) => {
      lists.delete(peer)
      write(lasting, () => {
        statements.forgetOwn.run(peer)
        statements.forgetPeers.run(peer)
      })
      emptyLog(lasting, this.#log)
    })
  }

  wipe(): void {
    this.#use(({ lasting, lists, requests }) => {
      lists.clear()
      requests.clear()
      write(lasting, () => dropAll(lasting))
      emptyLog(lasting, this.#log)
    })
    this.#madeSinceStart.clear()
  }

  /** May be called twice; anything else afterwards throws. */
  close(): void {
    this.#closed = true
    this.#disconnect()
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
    const file = openNonceFile(this.#dataDir, this.#log)
    try {
      this.#takeOver(file.lasting)
      const statements = prepare(file)
      this.#connection = { ...file, statements, lists: new Map(), requests: new Map() }
      return this.#connection
    } catch (error) {
      closeNonceFile(file, this.#log)
      throw error
    }
  }

  #disconnect(): void {
    if (this.#connection !== undefined) closeNonceFile(this.#connection, this.#log)
    this.#connection = undefined
  }

  /** Drops what is another's. */
  #takeOver(db: Database.Database): void {
    const owner = db.prepare<[], Buffer>('SELECT key_id FROM owner').pluck()
    const found = read(db, () => owner.get())
    if (found?.equals(this.#keyId)) return
    const put = db.prepare<[Buffer]>('INSERT INTO owner (id, key_id) VALUES (1, ?)')
    write(db, () => {
      dropAll(db)
      db.exec('DELETE FROM owner')
      put.run(this.#keyId)
    })
    emptyLog(db, this.#log)
    if (found !== undefined) {
      this.#log.info({}, 'the nonces of another share or group were dropped')
    }
  }

  /** A nonce that does not open is no longer one. */
  #open(peer: string, code: string, sealed: Buffer): SecretNonce | undefined {
    try {
      const rest: Omit<SecretNonce, 'code'> = JSON.parse(
        this.#sealer.open(sealed, place(peer, code)),
      )
      return { ...rest, code }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#log.warn({ code: error.code }, 'a nonce that is damaged was dropped')
      this.spend(peer, [code])
      return undefined
    }
  }
}

const nonceKey = ({ gid, seckey }: NonceIdentity): Buffer =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(seckey, 'hex'), Buffer.from(gid, 'hex'), HKDF_INFO, KEY_BYTES),
  )

function listsOf({ swift, statements, lists }: Connection, peer: string): PeerNonces {
  const known = lists.get(peer)
  if (known !== undefined) return known
  const found = read(swift, () => ({
    held: statements.entries.all(peer, 'held').map((entry): Nonce => JSON.parse(entry)),
    used: statements.entries.all(peer, 'used'),
  }))
  lists.set(peer, found)
  return found
}

const place = (peer: string, code: string): string => `own_nonces/${peer}/${code}`

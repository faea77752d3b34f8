import { auth, keyNameProblem } from '#contract/access-rules.ts'
import { imports as texts } from '#contract/codes.ts'
import { API_KEY_NAME_CHARS_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import type { IglooDatabase, SessionRow, User } from './database.ts'
import { ImportError } from './errors.ts'
import { decrypt } from './igloo-share.ts'
import {
  type FoundApp,
  type FoundKey,
  grantedIn,
  type Installation,
  jsonOf,
  lineOf,
  policiesIn,
  textsOf,
} from './installation.ts'
import { ITERATIONS, IV_BYTES, KEY_BYTES, TAG_BYTES } from './limits.ts'

/** The users who have a share. @throws ImportError UNFIT when there are no accounts */
export function shareHolders(db: IglooDatabase): User[] {
  const users = db.users()
  if (users.length === 0) throw new ImportError('UNFIT', texts.noUsers)
  return users.filter(hasShare)
}

const hasShare = ({ group_cred_encrypted: group, share_cred_encrypted: share }: User): boolean =>
  Boolean(group && share)

/**
 * The user whose share is imported.
 *
 * @param name undefined: the only user who has a share
 * @throws ImportError USER, UNFIT
 */
export function findUser(db: IglooDatabase, name: string | undefined): User {
  const holders = shareHolders(db)
  const names = holders.map(({ username }) => lineOf(username))
  const [only, ...more] = holders
  if (name === undefined) {
    if (only === undefined) throw new ImportError('UNFIT', texts.noShare(nameOfAll(db)))
    if (more.length > 0) throw new ImportError('USER', texts.whichUser(names))
    return only
  }
  const user = holders.find(({ username }) => username === name)
  if (user !== undefined) return user
  if (db.users().some(({ username }) => username === name)) {
    throw new ImportError('UNFIT', texts.noShare(lineOf(name)))
  }
  throw new ImportError('USER', texts.userUnknown(lineOf(name), names))
}

const nameOfAll = (db: IglooDatabase): string =>
  db
    .users()
    .map(({ username }) => lineOf(username))
    .join(', ')

/**
 * Reads a user's data. The password decrypts the credentials; nothing else of the database is encrypted.
 *
 * @throws ImportError PASSWORD
 */
export async function openAccount(
  db: IglooDatabase,
  user: User,
  { password, deriveKey }: { password: string; deriveKey: DeriveKey },
): Promise<Installation> {
  const salt = Buffer.from(user.salt, 'hex')
  const kdf = { name: 'pbkdf2', iterations: ITERATIONS } as const
  const key = await deriveKey(Buffer.from(password), salt, kdf, KEY_BYTES)
  /** @param sealed base64 of IV 12 | tag 16 | AES-256-GCM ciphertext */
  const open = (sealed: string | null): string => {
    const bytes = Buffer.from(sealed ?? '', 'base64')
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
    const ciphertext = bytes.subarray(IV_BYTES + TAG_BYTES)
    const text = decrypt(Buffer.concat([iv, ciphertext, tag]), key, IV_BYTES)
    if (text !== null) return text
    throw new ImportError('PASSWORD', texts.passwordWrong(lineOf(user.username)))
  }
  const [share, group] = [open(user.share_cred_encrypted), open(user.group_cred_encrypted)]
  const stays: Message[] = []
  const policies = user.peer_policies ? jsonOf(user.peer_policies) : []
  if (policies === undefined) stays.push(texts.unreadablePolicies)
  const installation = {
    user: user.username,
    ...{ share, group, groupName: user.group_name ?? '' },
    relays: textsOf(jsonOf(user.relays)),
    policies: policiesIn(policies ?? []),
    login: { username: user.username, password },
    keys: keysOf(db, user, stays),
    apps: appsOf(db, user, stays),
    transport: db.transport(user.id),
  }
  stays.push(...notImported(db, user))
  return { ...installation, stays }
}

/** igloo-server's API keys can sign and read; only the administrator's secret, which is no API key, can do more. */
function keysOf(db: IglooDatabase, user: User, stays: Message[]): FoundKey[] {
  const all = db.apiKeys()
  const valid = all.filter(({ revoked_at }) => revoked_at === null)
  const own = valid.filter(({ created_by_user_id: by }) => by === null || by === user.id)
  if (valid.length < all.length) stays.push(texts.revoked(all.length - valid.length))
  if (own.length < valid.length) stays.push(texts.othersKeys(valid.length - own.length))
  return own.map(({ key_hash: hash, label, created_at }, at) => ({
    name: keyName(lineOf(label), at + 1),
    hash: /^[0-9a-f]{64}$/i.test(hash) ? Buffer.from(hash, 'hex').toString('base64url') : null,
    createdAt: timeOf(created_at),
    scope: 'sign',
  }))
}

/** igloo-server shows unnamed keys by their beginning, which is not imported. */
function keyName(label: string, position: number): string {
  const name = [...label].slice(0, API_KEY_NAME_CHARS_MAX).join('').trim()
  return keyNameProblem(name, auth) === undefined ? name : `igloo-server ${position}`
}

function appsOf(db: IglooDatabase, user: User, stays: Message[]): FoundApp[] {
  const all = db.sessions(user.id)
  const valid = all.filter(({ status }) => status !== 'revoked')
  if (valid.length < all.length) stays.push(texts.appsRevoked(all.length - valid.length))
  const shared = textsOf(jsonOf(db.appRelays(user.id)))
  return valid.map((row) => appOf(row, shared))
}

/** igloo-server listens to each app on the relays of all apps, so an app may use another's relays. */
const appOf = (row: SessionRow, shared: readonly string[]): FoundApp => ({
  client: String(row.client_pubkey).trim().toLowerCase(),
  name: lineOf(row.profile_name),
  url: lineOf(row.profile_url),
  image: lineOf(row.profile_image),
  relays: [...new Set([...textsOf(jsonOf(row.relays)), ...shared])],
  policy: {
    methods: grantedIn(jsonOf(row.policy_methods)),
    kinds: grantedIn(jsonOf(row.policy_kinds)),
  },
  createdAt: timeOf(row.created_at),
})

function notImported(db: IglooDatabase, user: User): Message[] {
  const waiting = db.waiting(user.id)
  const others = shareHolders(db).filter(({ id }) => id !== user.id)
  return [
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    texts.loginAtEnd,
    ...(others.length > 0 ? [texts.others(others.map(({ username }) => lineOf(username)))] : []),
  ]
}

/** SQLite's CURRENT_TIMESTAMP (UTC) as Unix milliseconds; the present time if it can't be parsed. */
function timeOf(text: string | null): number {
  const at = Date.parse(`${String(text).replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? Date.now() : Math.min(at, Date.now())
}

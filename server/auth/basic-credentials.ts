import { isTooLongPassword } from '#contract/access-rules.ts'
import type { Owner } from '#store/owner.ts'
import { BASIC_REMEMBERED } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { equalSecrets, tagOf } from './secrets.ts'

export interface BasicCredentialsOptions {
  passwords: Passwords
  owner: Pick<Owner, 'get'>
  /** BASIC_AUTH_USER and BASIC_AUTH_PASS. */
  environment: { username: string; password: string } | undefined
  /** Milliseconds of a clock that nobody sets. */
  now: () => number
}

export interface VerifiedUser {
  userId: string
  /** Which of the two passwords matched. */
  source: 'owner' | 'environment'
}

/** What a password is checked against; without a user, it never matches. */
interface Target {
  user: VerifiedUser | undefined
  phc: string
}

/**
 * Checks usernames and passwords. Two pairs are valid: the environment's, and the one that the owner set in the
 * console. If both have the same name, only the owner's password is valid.
 *
 * Each check is one Argon2 computation, whether or not the user exists. A right pair is remembered for a minute (as
 * a tag under a key of this process, never as text), so that basic auth on every call costs one computation a
 * minute.
 */
export class BasicCredentials {
  readonly #options: BasicCredentialsOptions
  readonly #remembered = new Map<string, { user: VerifiedUser; until: number }>()
  readonly #underWay = new Map<string, Promise<VerifiedUser | null>>()
  #environmentHash: Promise<string> | undefined
  /** Rises when passwords change: earlier results no longer count. */
  #version = 0

  constructor(options: BasicCredentialsOptions) {
    this.#options = options
  }

  /** Whether there is a password at all. */
  get exist(): boolean {
    return this.#options.environment !== undefined || this.#options.owner.get() !== undefined
  }

  /**
   * The user of a pair that was verified for the same client within the last minute, or null; costs no
   * Argon2. Other clients get nothing from it: a quick answer would show that their guess is right.
   */
  remembered(username: string, password: string, clientKey: string): VerifiedUser | null {
    const known = this.#remembered.get(rememberedAs(pairOf(username, password), clientKey))
    return known !== undefined && this.#options.now() < known.until ? known.user : null
  }

  /**
   * The user whose password it is, or null. Simultaneous checks of the same pair share one computation.
   *
   * @throws UnavailableError BUSY when too much waits
   */
  async verify(
    username: string,
    password: string,
    clientKey: string,
  ): Promise<VerifiedUser | null> {
    const remembered = this.remembered(username, password, clientKey)
    if (remembered !== null) return remembered
    const pair = pairOf(username, password)
    const version = this.#version
    const user = await this.#verifyOnce(username, password, pair)
    if (user !== null && version === this.#version) {
      const until = this.#options.now() + BASIC_REMEMBERED
      this.#remembered.set(rememberedAs(pair, clientKey), { user, until })
    }
    return user
  }

  #verifyOnce(username: string, password: string, pair: string): Promise<VerifiedUser | null> {
    const underWay = this.#underWay.get(pair)
    if (underWay !== undefined) return underWay
    const work = this.#verify(username, password).finally(() => this.#underWay.delete(pair))
    this.#underWay.set(pair, work)
    return work
  }

  /** Must be called when a password was changed: from now on the old one is valid for no request. */
  forget(): void {
    this.#version += 1
    this.#remembered.clear()
  }

  async #verify(username: string, password: string): Promise<VerifiedUser | null> {
    const tooLong = isTooLongPassword(password)
    for (;;) {
      const version = this.#version
      const { user, phc } = await this.#targetOf(username)
      const fits = await this.#options.passwords.verifyPassword(tooLong ? '' : password, phc)
      if (version !== this.#version) continue
      return fits && !tooLong ? (user ?? null) : null
    }
  }

  /** Both names are compared, whatever the first comparison says. */
  async #targetOf(username: string): Promise<Target> {
    const { owner, environment, passwords } = this.#options
    const environmentHash = await this.#hashOfEnvironment()
    const set = owner.get()
    const isOwner = equalSecrets(username, set?.username ?? '') && set !== undefined
    const isEnvironment =
      equalSecrets(username, environment?.username ?? '') && environment !== undefined
    if (isOwner) {
      const phc = set.passwordHash ?? passwords.nobody
      return { user: { userId: set.username, source: 'owner' }, phc }
    }
    if (isEnvironment) {
      return { user: { userId: environment.username, source: 'environment' }, phc: environmentHash }
    }
    return { user: undefined, phc: passwords.nobody }
  }

  /** Made at the first check of any user: a first check that took longer would show that the user exists. */
  async #hashOfEnvironment(): Promise<string> {
    const { environment, passwords } = this.#options
    if (environment === undefined) return passwords.nobody
    this.#environmentHash ??= passwords.hashPassword(environment.password)
    try {
      return await this.#environmentHash
    } catch (error) {
      this.#environmentHash = undefined
      throw error
    }
  }
}

const rememberedAs = (pair: string, clientKey: string): string => `${pair} ${clientKey}`

/** A tag of both that reveals neither. The lengths keep `a` + `bc` distinct from `ab` + `c`. */
export const pairOf = (username: string, password: string): string =>
  tagOf(`${username.length}:${username}${password}`).toString('base64url')

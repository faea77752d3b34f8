/**
 * What the relay does wrong; each fault can be switched at any time; `noFaults()` is a sound relay.
 */
export type Faults = {
  /** New connections are destroyed at the upgrade; open ones stay. */
  refuse: boolean
  /**
   * A host that vanished without a word: sockets stay open, but nothing is sent on them, be it a
   * message, a pong or an answer to a closing handshake. What comes in is ignored, and a new dial
   * hangs. Hanging dials are cut when the silence ends.
   */
  silent: boolean
  /**
   * A half-dead relay: the WebSocket layer answers pings and dials, but the relay behind it answers
   * nothing.
   */
  mute: boolean
  /** Every outgoing message waits this long and up to jitterMs more, which reorders messages. */
  delayMs: number
  jitterMs: number
  /** Every live event is delivered this many times; 0 and 1 both mean once. */
  duplicate: number
  /** Every event goes to every subscription. */
  ignoreFilters: boolean
  /** EVENTs of these kinds are refused, with rejectReason. */
  rejectKinds: readonly number[]
  rejectReason: string
  /** EVENTs whose JSON has more bytes are refused, as strfry does with 65,536; 0 means no limit. */
  maxEventBytes: number
  /** A longer message ends its sender's connection (1009), as NIP-11 then says; 0 means 1 MiB. */
  maxMessageBytes: number
  /** There is no NIP-11 document. */
  noDocument: boolean
  /** Requires NIP-42 before REQ, COUNT and EVENT; switching it on challenges open sockets too. */
  requireAuth: boolean
  /**
   * With requireAuth: a client may write as, and ask for what is by or to, only the keys that it has
   * proved to have. If it has proved a different one, this is the refusal's prefix, `auth-required` or
   * `restricted`; empty means off.
   */
  ownOnly: string
  /**
   * A second key on one connection (NIP-42) makes the relay forget the first (`replace`), is refused
   * (`refuse`), or ends the connection (`cut`); empty: the relay knows any number of them.
   */
  oneIdentity: string
  /** EVENTs a second per connection, with a burst of one second; 0 means no limit. */
  rateLimit: number
  /**
   * Events of one key in any minute and in any hour, over all connections; refused ones count too,
   * as in nostream, whose own numbers are 60 and 720. 0 means no limit.
   */
  keyRateMinute: number
  keyRateHour: number
  /** REQ is never answered with EOSE, nor EVENT with OK. */
  noEose: boolean
  noOk: boolean
}

/** A new set of faults with none switched on. */
export function noFaults(): Faults {
  return {
    refuse: false,
    silent: false,
    mute: false,
    delayMs: 0,
    jitterMs: 0,
    duplicate: 0,
    ignoreFilters: false,
    rejectKinds: [],
    rejectReason: 'blocked: kind not allowed',
    maxEventBytes: 0,
    maxMessageBytes: 0,
    noDocument: false,
    requireAuth: false,
    ownOnly: '',
    oneIdentity: '',
    rateLimit: 0,
    keyRateMinute: 0,
    keyRateHour: 0,
    noEose: false,
    noOk: false,
  }
}

const pattern = noFaults()

/** Whether the name is a fault that is either on or off. */
export function isSwitch(name: string): name is keyof Faults {
  return Object.hasOwn(pattern, name) && typeof pattern[name as keyof Faults] === 'boolean'
}

/**
 * Reads a set of faults from JSON. Throws TypeError on an unknown name or a value of the wrong type.
 */
export function parseFaults(value: unknown): Partial<Faults> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('faults must be an object')
  }
  for (const [name, setting] of Object.entries(value)) checkFault(name, setting)
  return value
}

/**
 * Faults that check what is written to them (TypeError) and report each change, so that plain
 * assignment to a field works like any other way to set it.
 */
export function watchFaults(onChange: (name: string, value: unknown) => void): Faults {
  return new Proxy(noFaults(), {
    set(target, name, value) {
      checkFault(String(name), value)
      const changed = Reflect.get(target, name) !== value
      Reflect.set(target, name, value)
      if (changed) onChange(String(name), value)
      return true
    },
  })
}

function checkFault(name: string, value: unknown): void {
  if (!Object.hasOwn(pattern, name)) throw new TypeError(`no such fault: ${name}`)
  const expected = pattern[name as keyof Faults]
  const fits = Array.isArray(expected)
    ? Array.isArray(value) && value.every(Number.isSafeInteger)
    : typeof value === typeof expected
  const inRange = typeof value !== 'number' || (Number.isFinite(value) && value >= 0)
  if (!fits || !inRange) throw new TypeError(`wrong value for fault ${name}`)
}

/**
 * A token bucket that holds one second's worth; the rate may change between calls. `now` gives
 * milliseconds. The returned function says whether one more is allowed at `rate` a second.
 */
export function tokenBucket(now: () => number): (rate: number) => boolean {
  let tokens = Number.POSITIVE_INFINITY
  let at = now()
  return (rate) => {
    const time = now()
    tokens = Math.min(Math.max(rate, 1), tokens + ((time - at) / 1000) * rate)
    at = time
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

const MINUTE = 60_000
const HOUR = 3_600_000

/** Counts the events of each key in sliding windows. */
export class KeyArrivals {
  readonly #times = new Map<string, number[]>()
  readonly #now: () => number

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts an event, and says whether its key is still within its limits. */
  allow(
    key: string,
    { keyRateMinute, keyRateHour }: Pick<Faults, 'keyRateMinute' | 'keyRateHour'>,
  ): boolean {
    if (keyRateMinute === 0 && keyRateHour === 0) return true
    const now = this.#now()
    const times = [...(this.#times.get(key) ?? []), now].filter((time) => time > now - HOUR)
    this.#times.set(key, times)
    const inMinute = times.filter((time) => time > now - MINUTE).length
    return (
      (keyRateMinute === 0 || inMinute <= keyRateMinute) &&
      (keyRateHour === 0 || times.length <= keyRateHour)
    )
  }
}

import { expect, test } from 'vitest'
import { startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { rounds } from '../support/long.ts'
import { type Prng, seededPrng } from '../support/prng.ts'
import { until } from '../support/until.ts'

const REQUESTS = rounds(800, 10_000)
const SEED = 0x0dd
/** Milliseconds. */
const LIMIT = rounds(180_000, 900_000)

const METHODS = [
  ...['ping', 'get_public_key', 'sign_event', 'nip44_encrypt', 'nip44_decrypt', 'nip04_encrypt'],
  ...['nip04_decrypt', 'connect', 'switch_relays', 'get_relays', 'describe', 'create_account'],
  ...['__proto__', 'constructor', 'PING', ' ping', 'ping\u0000', '', 'x'.repeat(5_000)],
]
const VALUES: unknown[] = [
  ...[null, true, 0, -1, 1e308, '', 'x', '\ud800', [], {}, [[]], 'ab'.repeat(32), '00'.repeat(32)],
  ...[
    '{}',
    '[]',
    '{"kind":1}',
    '{"kind":-1}',
    '{"kind":1e99}',
    '{"kind":"1"}',
    '{"kind":1,"tags":[1]}',
  ],
  ...[
    { kind: 1, content: 5 },
    { kind: 14 },
    { kind: 1, pubkey: 'ab'.repeat(32) },
    'y'.repeat(40_000),
  ],
]
const IDS: unknown[] = ['a', 'b', 1, 0, -1, 1.5, '', null, {}, [], 'z'.repeat(129), 'ä\u0000\n"']

/** Something that a paired app should not send, or should, and whether it is to be answered. */
function oddMessage(random: Prng): { text: string; isAnswered: boolean } {
  switch (random.integer(12)) {
    case 0:
      return {
        text: random.pick(['', 'x', '[]', '1', 'null', '{', '"ping"', '[{}]']),
        isAnswered: true,
      }
    case 1:
      return { text: JSON.stringify({ id: 'a', result: 'ack' }), isAnswered: false }
    case 2:
      return { text: JSON.stringify({ id: random.pick(IDS) }), isAnswered: true }
    case 3:
      return { text: JSON.stringify({ method: 'ping', params: [] }), isAnswered: true }
    case 4:
      return { text: JSON.stringify({ id: 'a', method: random.pick(VALUES) }), isAnswered: true }
    default: {
      const params =
        random.integer(8) === 0
          ? random.pick(VALUES)
          : Array.from({ length: random.integer(4) }, () => random.pick(VALUES))
      const id = random.integer(4) === 0 ? random.pick(IDS) : `id ${random.integer(50)}`
      return {
        text: JSON.stringify({ id, method: random.pick(METHODS), params }),
        isAnswered: true,
      }
    }
  }
}

test(
  `Each of ${REQUESTS} odd requests of a paired app is answered exactly once`,
  async (t) => {
    const { invite, server } = await startAppSigner(t, { relay: { storesEphemeral: true } })
    const { uri } = await invite({ allow: ['nip44_decrypt', 'nip04_decrypt'] })
    const client = await startAppClient(t, { uri })
    await client.connect()
    const before = client.answers.length
    const random = seededPrng(SEED)
    let due = 0

    for (let n = 0; n < REQUESTS; n += 1) {
      const { text, isAnswered } = oddMessage(random)
      if (isAnswered) due += 1
      // NIP-44 has no empty texts, and the older cipher has.
      const cipher = text === '' || random.integer(4) === 0 ? 'nip04' : 'nip44'
      client.publish(client.eventOf(text, { cipher }))
      if (n % 100 === 99) await until(() => client.answers.length >= before + due - 100)
    }
    await until(() => client.answers.length >= before + due, { what: `${due} answers` })
    const last = await client.ask('ping', [], { id: 'the last' })

    const answers = client.answers.slice(before, -1)
    expect(answers).toHaveLength(due)
    for (const { result, error } of answers) {
      expect(typeof result).toBe('string')
      if (error !== undefined) expect(result).toBe('error')
    }
    expect(last.result).toBe('pong')
    // What share holders are late with on a busy machine is no fault of what was asked.
    const faults = server.log.filter(
      (line) => /"level":50/.test(line) && !/"event":"error"/.test(line),
    )
    expect(faults).toEqual([])
  },
  LIMIT,
)

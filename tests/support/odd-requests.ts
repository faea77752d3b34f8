import type { AppAnswer, AppClient } from './app-client.ts'
import type { Prng } from './prng.ts'
import { until } from './until.ts'

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

/** A message that a paired app should not send, or a good one, and whether it must be answered. */
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

/**
 * Sends odd messages, a hundred at a time, and waits for the answers that are due.
 *
 * @returns the answers that came, and how many were due
 */
export async function sendOddRequests(
  client: AppClient,
  count: number,
  random: Prng,
): Promise<{ answers: AppAnswer[]; due: number }> {
  const before = client.answers.length
  let due = 0
  for (let n = 0; n < count; n += 1) {
    const { text, isAnswered } = oddMessage(random)
    if (isAnswered) due += 1
    // NIP-44 can't encrypt an empty text, NIP-04 can.
    const cipher = text === '' || random.integer(4) === 0 ? 'nip04' : 'nip44'
    client.publish(client.eventOf(text, { cipher }))
    if (n % 100 === 99) await until(() => client.answers.length >= before + due - 100)
  }
  await until(() => client.answers.length >= before + due, { what: `${due} answers` })
  return { answers: client.answers.slice(before), due }
}

/** Sends odd messages without waiting: for a client that must get no answer. */
export function publishOddRequests(client: AppClient, count: number, random: Prng): void {
  for (let n = 0; n < count; n += 1) {
    client.publish(client.eventOf(oddMessage(random).text, { cipher: 'nip04' }))
  }
}

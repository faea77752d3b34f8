import { expect, test } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { askPeers } from './ask-peers.ts'
import { PendingRequests } from './pending.ts'

const ID = '0123456789abcdef0123456789abcdef'
const alice = peerEntry(1)

test('an answer that cannot be checked ends the request without blaming anybody', async () => {
  const pending = new PendingRequests<{ id: string }>()
  const blamed: string[] = []
  const distrusted = { add: (_: unknown, reason: string) => blamed.push(reason) }
  const { answers } = askPeers(
    { pending, requestTimeout: 5_000, expectFrom: () => {}, distrusted },
    [alice],
    {
      id: ID,
      send: async () => ({ ok: true, relay: 'wss://relay.example' }),
      check: () => {
        throw new Error('disk full')
      },
    },
  )

  pending.answer(alice.xonly, { id: ID })

  expect(await answers).toEqual({ ok: false, reason: protocolTexts.nodeError, culprits: [] })
  expect(blamed).toEqual([])
})

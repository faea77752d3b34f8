// A genuine `@frostr/bifrost` 1.0.7 node in a process of its own, driven over IPC.
//
// Started with { group, share, relays, policies? } as its first message. Each later message is
// { call, name, args }: a number that the answer repeats, the name of a request, and its arguments.
// It imports nothing of ours.
import process from 'node:process'
import { BifrostNode } from '@frostr/bifrost'
import { decode_group_pkg, decode_share_pkg } from '@frostr/bifrost/encoder'
import { WebSocket } from 'ws'

globalThis.WebSocket ??= WebSocket

// Its publish promises go unhandled when a relay is down; that must not end the process.
process.on('unhandledRejection', () => {})

// How many of the messages it read `received` answers with: [tag, id, data, sender].
const MAX_RECEIVED = 200

const requests = (node, received) => ({
  ping: (pubkey) => node.req.ping(pubkey),
  sign: (hashes, peers) => node.req.sign(hashes, peers ? { peers } : {}),
  queue: async (hash) => ({ ok: true, data: await node.req.queue(hash) }),
  ecdh: (pubkey, peers) => node.req.ecdh(pubkey, peers),
  echo: (challenge) => node.req.echo(challenge),
  request: (tag, data, pubkey) => request(node, tag, data, pubkey),
  received: async () => ({ ok: true, data: received }),
  peers: async () => ({ ok: true, data: node.peers }),
})

async function request(node, tag, data, pubkey) {
  const { ok, inbox, reason } = await node.client.request({ tag, data }, pubkey)
  return ok ? { ok, data: inbox[0].data } : { ok, err: reason }
}

process.once('message', ({ group, share, relays, policies = [] }) => {
  const node = new BifrostNode(decode_group_pkg(group), decode_share_pkg(share), relays, {
    policies,
  })
  const received = []
  node.on('message', ({ tag, id, data, env }) => {
    received.push([tag, id, data, env.pubkey])
    if (received.length > MAX_RECEIVED) received.shift()
  })
  const calls = requests(node, received)
  node.on('ready', () => process.send({ ready: true, pubkey: node.pubkey }))
  process.on('message', async ({ call, name, args }) => {
    try {
      process.send({ call, result: await calls[name](...args) })
    } catch (error) {
      process.send({ call, result: { ok: false, err: String(error?.message ?? error) } })
    }
  })
  node.connect()
})
process.on('disconnect', () => process.exit(0))

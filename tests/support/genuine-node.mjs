// Genuine `@frostr/bifrost` 1.0.7 nodes in a process of their own, driven over IPC.
//
// { node?, group, share, relays, policies?, patience? } starts a node, which sends { node?, ready, pubkey }
// once it hears its relays; `patience` is how long it waits for them and for peers, in milliseconds.
// { node?, call, name, args } makes a request: `call` is a number that the answer repeats, `name` and `args` are
// the request's. `node` is a number that tells several nodes apart. It imports nothing of ours.
import process from 'node:process'
import { BifrostNode } from '@frostr/bifrost'
import { decode_group_pkg, decode_share_pkg } from '@frostr/bifrost/encoder'
import { WebSocket } from 'ws'

globalThis.WebSocket ??= WebSocket

// Its publish promises go unhandled when a relay is down; that must not end the process.
process.on('unhandledRejection', () => {})

// How many of the last messages that it read `received` returns, each as [tag, id, data, sender].
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
  patience: async (ms) => ({ ok: true, data: waitForPeers(node, ms) }),
  close: async () => ({ ok: true, data: await node.close() }),
})

/** From now on it waits this many milliseconds for peers, instead of five seconds. */
function waitForPeers(node, ms) {
  node.client.config.req_timeout = ms
}

/** Dials its relays. From then on it waits this many milliseconds for them, instead of a little over four seconds. */
async function dial(node, relays, ms) {
  const pool = node.client._pool
  await Promise.allSettled(relays.map((url) => pool.ensureRelay(url, { connectionTimeout: ms })))
  for (const relay of pool.relays.values()) {
    relay.publishTimeout = ms
    // Without an answer to its subscription in time, it says that it is ready before it hears anything.
    relay.baseEoseTimeout = ms
  }
}

async function request(node, tag, data, pubkey) {
  const { ok, inbox, reason } = await node.client.request({ tag, data }, pubkey)
  return ok ? { ok, data: inbox[0].data } : { ok, err: reason }
}

const nodes = new Map()

async function start({ node: id, group, share, relays, policies = [], patience }) {
  const node = new BifrostNode(decode_group_pkg(group), decode_share_pkg(share), relays, {
    policies,
  })
  const received = []
  node.on('message', ({ tag, id, data, env }) => {
    received.push([tag, id, data, env.pubkey])
    if (received.length > MAX_RECEIVED) received.shift()
  })
  nodes.set(id, requests(node, received))
  node.on('ready', () => process.send({ node: id, ready: true, pubkey: node.pubkey }))
  if (patience !== undefined) {
    await dial(node, relays, patience)
    waitForPeers(node, patience)
  }
  node.connect()
}

async function answer({ node: id, call, name, args }) {
  try {
    process.send({ call, result: await nodes.get(id)[name](...args) })
  } catch (error) {
    process.send({ call, result: { ok: false, err: String(error?.message ?? error) } })
  }
}

process.on('message', (message) => (message.call === undefined ? start(message) : answer(message)))
process.on('disconnect', () => process.exit(0))

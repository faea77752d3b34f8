// The genuine `@frostr/bifrost` node in a process of its own, to be measured. Only what calls it is
// ours.
import { BifrostNode } from '@frostr/bifrost'
import { decode_group_pkg, decode_share_pkg } from '@frostr/bifrost/encoder'
import { serveCalls } from '../remote.ts'
import { type Subject, type SubjectOptions, subjectCalls } from './subject.ts'

// Its publish promises are not handled when a relay is late; that must not end the process.
process.on('unhandledRejection', () => {})

const check = (answer: { ok: true } | { ok: false; err: string }): void => {
  if (!answer.ok) throw new Error(answer.err)
}

const subjectOf = (node: BifrostNode): Subject => ({
  ping: async (peer) => check(await node.req.ping(peer)),
  sign: async (hashes) => check(await node.req.sign(hashes.map((hash) => [hash]))),
  queue: async (hash) => void (await node.req.queue(hash)),
  ecdh: async (publicKey) => check(await node.req.ecdh(publicKey)),
  onboard: () => Promise.reject(new Error('not in 1.x')),
})

serveCalls(async ({ group, share, relays, absent }: SubjectOptions) => {
  const policies = absent.map((pubkey) => ({ pubkey, policy: { send: false, recv: true } }))
  const packages = [decode_group_pkg(group), decode_share_pkg(share)] as const
  const node = new BifrostNode(...packages, relays, { policies })
  const ready = new Promise((resolve) => node.on('ready', resolve))
  node.connect()
  await ready
  return { ready: node.pubkey, calls: subjectCalls(subjectOf(node)) }
})

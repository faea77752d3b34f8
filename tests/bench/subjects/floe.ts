// Floe's node in a process of its own, to be measured.
import { validateGroup } from '../../../server/frostr/v1/group.ts'
import { validateShare } from '../../../server/frostr/v1/share.ts'
import { EventLog } from '../../../server/signer/events.ts'
import { SignerNode } from '../../../server/signer/node.ts'
import { SignQueue, type SignQueueOptions } from '../../../server/signer/sign-queue.ts'
import { serveCalls } from '../remote.ts'
import { type Subject, type SubjectOptions, subjectCalls } from './subject.ts'

type SignBatch = SignQueueOptions['signBatch']

const check = (outcome: { ok: true } | { ok: false; reason: string }): void => {
  if (!outcome.ok) throw new Error(outcome.reason)
}

const subjectOf = (node: SignerNode, signBatch: SignBatch): Subject => ({
  ping: async (peer) => {
    const { success, error } = await node.ping(peer)
    if (!success) throw new Error(error)
  },
  sign: async (hashes) => check(await signBatch(hashes.map((hash) => [hash]))),
  queue: async (hash) => check(await node.sign(hash)),
  ecdh: async (publicKey) => check(await node.ecdh(publicKey)),
})

serveCalls(async ({ group, share, relays, absent }: SubjectOptions) => {
  const decodedGroup = validateGroup(group)
  const decodedShare = validateShare(share)
  if (!decodedGroup.ok || !decodedShare.ok) throw new Error('bad credentials')
  const ready = Promise.withResolvers<void>()
  let ids = 1
  let signBatch: SignBatch | undefined
  const node = new SignerNode({
    group: decodedGroup.value,
    share: decodedShare.value,
    relays,
    policies: new Map(absent.map((peer) => [peer, { allowSend: false, allowReceive: true }])),
    log: new EventLog({
      reserveIds: (count) => {
        ids += count
        return ids - count
      },
    }),
    signQueue: (options) => {
      signBatch = options.signBatch
      return new SignQueue(options)
    },
    onChange: () => {
      if (node.isReady) ready.resolve()
    },
  })
  if (signBatch === undefined) throw new Error('the node has no queue')
  node.start()
  await ready.promise
  return { ready: node.self.xonly, calls: subjectCalls(subjectOf(node, signBatch)) }
})

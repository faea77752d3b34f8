// A Floe node in a process of its own, driven over IPC by the same calls as the genuine one
// (tests/support/genuine-node.mjs), so that both are measured alike.
import process from 'node:process'
import { validateGroup } from '../../server/frostr/v1/group.ts'
import { validateShare } from '../../server/frostr/v1/share.ts'
import { EventLog } from '../../server/signer/events.ts'
import { SignerNode } from '../../server/signer/node.ts'

interface Start {
  group: string
  share: string
  relays: string[]
}

interface Call {
  call: number
  name: string
  args: [string]
}

async function answer(node: SignerNode, { name, args: [argument] }: Call): Promise<unknown> {
  switch (name) {
    case 'ping': {
      const result = await node.ping(argument)
      return result.success ? { ok: true, data: result.policy } : { ok: false, err: result.error }
    }
    case 'sign': {
      const result = await node.sign(argument)
      return result.ok
        ? { ok: true, data: [Object.values(result.signature)] }
        : { ok: false, err: result.reason }
    }
    case 'cpu':
      return { ok: true, data: process.cpuUsage() }
    case 'memory':
      return { ok: true, data: process.memoryUsage() }
    default:
      return { ok: false, err: 'no such call' }
  }
}

process.once('message', ({ group, share, relays }: Start) => {
  const decodedGroup = validateGroup(group)
  const decodedShare = validateShare(share)
  if (!decodedGroup.ok || !decodedShare.ok) throw new Error('bad credentials')
  let announced = false
  const node = new SignerNode({
    group: decodedGroup.value,
    share: decodedShare.value,
    relays,
    log: new EventLog({ reserveIds: () => 1 }),
    onChange: () => {
      if (announced || !node.isReady) return
      announced = true
      process.send?.({ ready: true, pubkey: node.self.xonly })
    },
  })
  process.on('message', async (call: Call) => {
    process.send?.({ call: call.call, result: await answer(node, call) })
  })
  node.start()
})
process.on('disconnect', () => process.exit(0))

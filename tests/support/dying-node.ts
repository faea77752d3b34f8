/**
 * A Floe node that, once armed, dies as in a power cut, at one step of answering a signing request. In a
 * process of its own it kills itself; its parent tells it over IPC what to run on.
 */
import { flushCompileCache } from 'node:module'
import type { NonceStore } from '#signer/v2/nonce-store.ts'
import { createNonces } from '#store/nonces/nonces.ts'
import { createFloeSigner } from './floe-signer.ts'
import { until } from './until.ts'

/**
 * The steps between a request and its answer: the request is known, read, checked, its nonces are gone
 * from the disk, its partial signatures made, new nonces written down, and it is answered.
 */
export const STEPS = [
  'remembered',
  'received',
  'uncommitted',
  'committed',
  'replenished',
  'computed',
  'answered',
] as const
export type Step = (typeof STEPS)[number]

export interface DyingNodeOptions {
  group: string
  share: string
  relay: string
  /** Where its nonces are. */
  folder: string
  step: Step
  /** Broken on purpose: nonces are deleted only once the answer is out. */
  commitsLate?: boolean
  /** Broken on purpose: the nonces in the folder count, whatever the peer says. */
  trustsFolder?: boolean
}

export interface DyingNode {
  arm(): void
  stop(): Promise<void>
}

if (import.meta.main) {
  // It ends by being killed, which keeps nothing of what was compiled.
  flushCompileCache()
  process.once('message', async (options: DyingNodeOptions) => {
    const node = await startDyingNode(options, () => process.kill(process.pid, 'SIGKILL'))
    process.on('message', () => {
      node.arm()
      process.send?.('armed')
    })
    process.send?.('ready')
  })
}

/** @param die called once it is armed, at its step: nothing that it does after that may count */
export async function startDyingNode(
  options: DyingNodeOptions,
  die: () => void,
): Promise<DyingNode> {
  const { group, share, relay, folder, step, commitsLate, trustsFolder } = options
  let isArmed = false
  const at = (reached: Step) => {
    if (!isArmed || reached !== step) return
    isArmed = false
    die()
  }
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const nonces = createNonces(folder, silent).keyset(1)
  const late: (() => void)[] = []
  const watched = (store: NonceStore): NonceStore => ({
    unspent: (peer) => {
      const kept = store.unspent(peer)
      return trustsFolder ? kept.map(({ nonce }) => ({ nonce, madeSinceStart: true })) : kept
    },
    add: (peer, list) => {
      store.add(peer, list)
      at('replenished')
    },
    spend: (peer, codes) => {
      at('uncommitted')
      const isSpent = commitsLate === true || store.spend(peer, codes)
      if (commitsLate) late.push(() => store.spend(peer, codes))
      at('committed')
      return isSpent
    },
    poolId: (peer) => store.poolId(peer),
    renewPool: (peer) => store.renewPool(peer),
    peerNonces: (peer) => store.peerNonces(peer),
    keepPeerNonces: (peer, list) => store.keepPeerNonces(peer, list),
    note: (request, now) => {
      const isNew = store.note(request, now)
      at('remembered')
      return isNew
    },
    settle: (request, now) => store.settle(request, now),
    release: (request) => store.release(request),
    remember: (request, now) => {
      const isNew = store.remember(request, now)
      at('remembered')
      return isNew
    },
  })
  const { node, log } = createFloeSigner({
    group,
    share,
    relays: [relay],
    timings: { startDelay: 3_600_000, drain: 0 },
    v2: { nonces: (identity) => watched(nonces.of(identity)), groupName: () => 'Test' },
    onAudit: () => at('computed'),
  })
  log.listen(({ message }) => {
    if (message.startsWith('Signature request received')) at('received')
    if (!message.startsWith('Signature response sent')) return
    at('answered')
    for (const spend of late.splice(0)) spend()
  })
  node.start()
  await until(() => node.isReady)
  return {
    arm: () => {
      isArmed = true
    },
    stop: async () => {
      await node.stop()
      nonces.close()
    },
  }
}

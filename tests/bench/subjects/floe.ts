// Floe's node in a process of its own, to be measured.

import type { ProtocolName } from '#contract/protocols.ts'
import type { RuleRequest } from '#contract/rules.ts'
import { EventLog } from '#events/event-log.ts'
import type { PolicyEngine } from '#policy/engine.ts'
import type { V2Requirements } from '#signer/options.ts'
import { Signer } from '#signer/signer.ts'
import { SignQueue, type SignQueueOptions } from '#signer/signing/sign-queue.ts'
import { createNonces } from '#store/nonces/nonces.ts'
import { reader } from '../../support/keyset-reader.ts'
import { EXCHANGING, openRules, SIGNING } from '../../support/rules.ts'
import { serveCalls } from '../remote.ts'
import { type Subject, type SubjectOptions, subjectCalls } from './subject.ts'

type SignBatch = SignQueueOptions['signBatch']

const check = (outcome: { ok: true } | { ok: false; why: { error: string } }): void => {
  if (!outcome.ok) throw new Error(outcome.why.error)
}

/** A node, its way past the queue, and the protocol it is measured in. */
interface Measured {
  node: Signer
  signBatch: SignBatch
  generation: ProtocolName
  /** The protocol of the last signature. */
  usedLast(): ProtocolName | undefined
}

const subjectOf = ({ node, signBatch, generation, usedLast }: Measured): Subject => {
  const checkSigned: typeof check = (outcome) => {
    check(outcome)
    if (usedLast() !== generation) throw new Error(`not signed in ${generation}`)
  }
  return {
    ping: async (peer) => {
      // A peer that speaks both is pinged in both: the older generation is measured in a team of its own.
      if (generation === '2026') node.peers.get(peer)?.protocols.delete('1.x')
      const { success, error, ...answer } = await node.ping(peer)
      if (!success) throw new Error(error)
      if (answer.generation !== generation) throw new Error(`not pinged in ${generation}`)
    },
    sign: async (hashes) =>
      checkSigned(
        await signBatch(
          SIGNING,
          hashes.map((hash) => [hash]),
        ),
      ),
    queue: async (hash) => checkSigned(await node.sign(SIGNING, hash)),
    ecdh: async (publicKey) => check(await node.ecdh(EXCHANGING, publicKey)),
    onboard: async (peer) => {
      const joined = await node.onboard(peer)
      if (!joined.ok) throw new Error(joined.error)
    },
  }
}

/** A policy engine with this many rules, about other kinds, other callers and other counterparties. */
function engineWithRules(count: number): PolicyEngine {
  const { policyEngine, ruleSet } = openRules()
  for (let n = 0; n < count; n += 1) {
    const key = n.toString(16).padStart(64, '0')
    const rules: RuleRequest[] = [
      { whom: 'everyone', kinds: [[30_000 + n, 30_000 + 2 * n]], verdict: 'refuse', for: 'ever' },
      { whom: { door: 'peer' }, counterparty: key, verdict: 'allow', for: 'ever' },
      { whom: { door: 'peer', id: key }, operation: 'sign', verdict: 'ask', for: 'ever' },
      { whom: { door: 'program' }, kinds: [n], verdict: 'refuse', for: 'ever' },
    ]
    const rule = rules[n % rules.length]
    if (rule !== undefined) ruleSet.add(rule)
  }
  return policyEngine
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

const v2On = (folder: string): V2Requirements => ({
  nonces: createNonces(folder, silent).keyset(1).of,
  groupName: () => 'Bench',
})

serveCalls(async ({ group, share, relays, absent, rules = 0, nonces }: SubjectOptions) => {
  const { keyset } = reader.readCredentials({ group, share })
  if (!keyset?.ok) throw new Error('bad credentials')
  const ready = Promise.withResolvers<void>()
  let ids = 1
  let signBatch: SignBatch | undefined
  let usedLast: ProtocolName | undefined
  const node = new Signer({
    keyset: keyset.value,
    policyEngine: engineWithRules(rules),
    relays,
    policies: new Map(absent.map((peer) => [peer, { allowSend: false, allowReceive: true }])),
    log: new EventLog({
      reserveIds: (count) => {
        ids += count
        return ids - count
      },
    }).of(1),
    audit: ({ generation }) => {
      usedLast = generation
    },
    ...(nonces !== undefined && { v2: v2On(nonces) }),
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
  const generation = nonces === undefined ? '1.x' : '2026'
  const subject = subjectOf({ node, signBatch, generation, usedLast: () => usedLast })
  return { ready: node.self.xonly, calls: subjectCalls(subject) }
})

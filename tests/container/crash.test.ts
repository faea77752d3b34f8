import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Answer } from '../support/api-server.ts'
import { rounds } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { seededPrng } from '../support/prng.ts'
import { until } from '../support/until.ts'
import { makeVolume } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { type Floe, startFloe } from './support/floe.ts'
import { type Group, sharedGroup } from './support/group.ts'
import { expectSignature } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

const KILLS = rounds(3, 20)
const SEED = 20_260_801
/** Milliseconds after the writes begin, at most. */
const LATEST_KILL = 1_200
/**
 * Milliseconds. While the server runs, a signature's row of the audit may wait 100 ms for others; this is
 * twice as long. A change of a setting is on the disk before it is acknowledged.
 */
const AUDIT_MAY_WAIT = 200

/** A value that is written again and again: the last acknowledged value, and the last value that was sent. */
interface Register {
  acknowledged: string
  tried: string
  /** Saves the value on the server. */
  write(value: string): Promise<Answer>
  read(): Promise<string>
}

function registersOf(floe: Floe, { keyset }: Group): Record<string, Register> {
  const { groupCredential } = keyset
  const shareCredential = keyset.shareCredentials[2] ?? ''
  const policy = `/api/peers/${keyset.group.commits[2]?.pubkey}/policy`
  const register = (initial: string, io: Pick<Register, 'write' | 'read'>): Register => ({
    ...{ acknowledged: initial, tried: initial },
    ...io,
  })
  return {
    name: register('Test keyset', {
      write: (value) => floe.send('POST', '/api/env', { GROUP_NAME: value }),
      read: async () => ((await floe.get('/api/env')).body as { GROUP_NAME: string }).GROUP_NAME,
    }),
    record: register('', {
      // An identical pair replaces the older record, with its name.
      write: (value) =>
        floe.send('POST', '/api/shares', { shareCredential, groupCredential, name: value }),
      read: async () => {
        const records = (await floe.get('/api/shares')).body as Record<string, string>[]
        return records.find((one) => one['shareCredential'] === shareCredential)?.['name'] ?? ''
      },
    }),
    policy: register('true', {
      write: (value) =>
        floe.send('PUT', policy, { allowSend: true, allowReceive: value === 'true' }),
      read: async () =>
        String(((await floe.get(policy)).body as { allowReceive: boolean }).allowReceive),
    }),
  }
}

/** Writes one value after the other, until the server is gone. */
async function writeOn(register: Register, as: (n: number) => string): Promise<void> {
  for (let n = 1; ; n += 1) {
    const value = as(n)
    register.tried = value
    const answer = await register.write(value).catch(() => undefined)
    if (answer === undefined) return
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    register.acknowledged = value
  }
}

interface Signed {
  /** When the signature of each hash arrived. */
  at: Map<string, number>
  /** When the last answered request was sent: the server still ran then. */
  wentOn: number
}

/** Signs one hash after the other, until the server is gone. */
async function signOn(floe: Floe, signed: Signed): Promise<void> {
  for (;;) {
    const hash = newHash()
    const askedAt = performance.now()
    const answer = await floe.sign(hash).catch(() => undefined)
    if (answer === undefined) return
    signed.wentOn = askedAt
    // Right after a start it may know no peer yet, and says so.
    if (answer.status === 200) signed.at.set(hash, performance.now())
    else await sleep(50)
  }
}

describeWithDocker('Killed at any moment under writes, the image', () => {
  it(`is well again ${KILLS} times, has lost nothing acknowledged, and signs with no one signed in`, async (scope) => {
    const group = await sharedGroup()
    const volume = await makeVolume(scope)
    const floe = await startFloe(scope, { network: group.network, volume })
    await floe.configure(group)
    const prng = seededPrng(SEED)
    const self = group.keyset.group.commits[0]?.pubkey.slice(2) ?? ''
    const { name, record, policy } = registersOf(floe, group) as Record<
      'name' | 'record' | 'policy',
      Register
    >
    let signatures = 0

    for (let round = 1; round <= KILLS; round += 1) {
      const at = prng.integer(LATEST_KILL)
      const signed: Signed = { at: new Map(), wentOn: 0 }
      const writing = Promise.all([
        signOn(floe, signed),
        writeOn(name, (n) => `Name ${round}.${n}`),
        writeOn(record, (n) => `Record ${round}.${n}`),
        writeOn(policy, (n) => String(n % 2 === 0)),
      ])
      await sleep(at)
      await until(() => signed.at.size > 3, { what: `some signatures in round ${round}` })
      await docker('kill', '--signal', 'KILL', floe.id)
      await writing

      await floe.startAgain()
      const where = `round ${round}, killed after ${at} ms`
      for (const [what, register] of Object.entries({ name, record, policy })) {
        const kept = await register.read()
        expect([register.acknowledged, register.tried], `${what}, ${where}`).toContain(kept)
        register.acknowledged = kept
        register.tried = kept
      }
      const audited = await floe.auditedSignatures()
      for (const [hash, acknowledgedAt] of signed.at) {
        if (acknowledgedAt < signed.wentOn - AUDIT_MAY_WAIT) {
          expect(audited.has(hash), `signature, ${where}`).toBe(true)
          signatures += 1
        }
      }
      // No one signs in: a peer asks, and the signer answers.
      await until(async () => (await group.peer.sign(newHash(), [self])).ok, {
        what: `the signer answers, ${where}`,
      })
    }

    console.log(`${signatures} signatures that were in the audit after a kill`)
    expect(signatures).toBeGreaterThan(0)
    await floe.untilItCanSign()
    await expectSignature(floe, group)
  })
})

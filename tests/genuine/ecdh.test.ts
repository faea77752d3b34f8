import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { nip44 } from 'nostr-tools'
import { expect, test } from 'vitest'
import { V2_EVENT_KIND } from '#contract/limits.ts'
import { recoverSecret } from '#protocol/v2/dealing.ts'
import { GENERATOR, hexOfPoint, multiply, ORDER, pointOfHex } from '../support/curve.ts'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import type { Lab } from './support/lab.ts'

const ROUNDS = 20
const CROWD = 100

/** Somebody outside the group. */
function stranger() {
  const secret = Buffer.from(secp256k1.utils.randomSecretKey()).toString('hex')
  return { secret, xonly: hexOfPoint(multiply(BigInt(`0x${secret}`), GENERATOR)).slice(2) }
}

/** The shared secret of genuine devices: the key's point times the sum of the shares, hashed. */
function asGenuine({ keyset }: Lab, xonly: string): string {
  const sum = keyset.shares.reduce((all, { seckey }) => (all + BigInt(`0x${seckey}`)) % ORDER, 0n)
  const point = hexOfPoint(multiply(sum, pointOfHex(xonly)))
  return createHash('sha256').update(point, 'hex').digest('hex')
}

describeBuilds('Key exchanges beside a genuine device', (build) => {
  test('give the device what another genuine device would', (t) =>
    runCase(t, build, 'ecdh: the device asks 20', async (lab) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { xonly } = stranger()
        expect(await lab.device.ecdh(xonly)).toEqual({ ok: true, value: asGenuine(lab, xonly) })
      }
    }))

  test("give Floe the secret of the group's own key", (t) =>
    runCase(t, build, 'ecdh: Floe asks 20', async (lab) => {
      const secret = recoverSecret(lab.keyset)
      if (!secret.ok) throw new Error(secret.error)
      for (let round = 0; round < ROUNDS; round += 1) {
        const other = stranger()
        const call = { peer_pubkey: other.xonly, content: `round ${round}` }
        const { status, body } = await lab.floe.post('/api/nip44/encrypt', call)
        expect({ status, body }).toMatchObject({ status: 200 })
        const key = nip44.getConversationKey(hexToBytes(other.secret), lab.keyset.group.group_pk)
        expect(nip44.decrypt((body as { result: string }).result, key)).toBe(`round ${round}`)
      }
    }))

  test('give Floe the secrets for a crowd of keys in few messages', (t) =>
    runCase(t, build, `ecdh: Floe asks ${CROWD} at once`, async (lab) => {
      const decrypt = async () => {
        const other = stranger()
        const key = nip44.getConversationKey(hexToBytes(other.secret), lab.keyset.group.group_pk)
        const content = nip44.encrypt('for the group', key)
        const call = { peer_pubkey: other.xonly, content }
        return lab.floe.post('/api/nip44/decrypt', call)
      }
      expect(await decrypt()).toMatchObject({ status: 200 })
      let messages = 0
      const end = lab.relay.onEvent(({ kind }) => {
        messages += kind === V2_EVENT_KIND ? 1 : 0
      })
      const answers = await Promise.all(Array.from({ length: CROWD }, decrypt))
      end()
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 200, body: { result: 'for the group' } })
      }
      expect(messages).toBeLessThan(CROWD / 2)
    }))
})

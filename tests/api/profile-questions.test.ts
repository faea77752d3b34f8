import { expect, test } from 'vitest'
import { packages as texts, v2Decoding } from '#contract/messages.ts'
import { packageAnswer } from '#contract/packages.ts'
import type { RulesAnswer } from '#contract/rules.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import { type PolicyOverride, type Profile, UNSET } from '#protocol/v2/profile.ts'
import { type ApiServer, startServer } from '../support/api-server.ts'
import { cheapSealing } from '../support/cheap-hashing.ts'
import { fitting } from '../support/fitting.ts'
import { sealProfile } from '../support/v2-packages.ts'
import { recordedKey, recordedShare, vectors } from '../support/v2-vectors.ts'

const { group } = vectors.keyset
const PASSWORD = 'lake orbit velvet'
const HERE = {
  SHARE_CRED: shareText(recordedShare(1)),
  GROUP_CRED: groupText(group),
  RELAYS: '["wss://relay.one"]',
}

/** Share 1 as a profile, with a policy for device 2. */
const profileWith = (respond: Partial<PolicyOverride['policy']['respond']>): Profile => ({
  name: 'Desk',
  relays: ['wss://relay.one'],
  overrides: [
    { pubkey: recordedKey(2), policy: { request: UNSET, respond: { ...UNSET, ...respond } } },
  ],
  group,
  seckey: recordedShare(1).seckey,
})

const open = (server: ApiServer, text: string) =>
  server.post('/api/packages/open', { package: text, password: PASSWORD })

test('A profile’s policies that want a question become rules that ask the owner', async (t) => {
  const server = await startServer(t)
  const text = await sealProfile(profileWith({ sign: 'ask', ecdh: 'ask' }), cheapSealing(PASSWORD))
  const opened = fitting(packageAnswer, (await open(server, text)).body)
  if (opened.type !== 'bfprofile') throw new Error(opened.type)
  const asked = ['receive.sign', 'receive.ecdh'] as const
  expect(opened.policies).toMatchObject([{ pubkey: recordedKey(2), denied: [], asked }])

  const save = () => server.post('/api/env', { ...HERE, policies: opened.policies })
  expect((await save()).status).toBe(200)
  const rules = async () => ((await server.get('/api/rules')).body as RulesAnswer).rules
  const whom = { door: 'peer', id: recordedKey(2) }
  const laid = [
    { whom, operation: 'sign', verdict: 'ask' },
    { whom, operation: 'ecdh', verdict: 'ask' },
  ]
  expect(await rules()).toMatchObject(laid)
  // A second time there is nothing to add.
  expect((await save()).status).toBe(200)
  expect(await rules()).toHaveLength(2)
})

test('A profile adds no rule that asks where the owner already refuses', async (t) => {
  const server = await startServer(t, { environment: HERE })
  await server.post('/api/rules', { whom: { door: 'peer' }, operation: 'sign', verdict: 'refuse' })
  const policy = { pubkey: recordedKey(2), allowSend: true, allowReceive: true }
  const asked = ['receive.sign', 'receive.onboard']
  const { status } = await server.post('/api/env', { ...HERE, policies: [{ ...policy, asked }] })
  const { body } = await server.get('/api/rules')
  expect([status, (body as RulesAnswer).rules]).toMatchObject([
    200,
    [{ verdict: 'refuse' }, { operation: 'onboard', verdict: 'ask' }],
  ])
})

test('A profile with an unknown policy is refused, and the policy is named', async (t) => {
  const server = await startServer(t)
  const odd = profileWith({ sign: 'perhaps' as 'ask' })
  const text = await sealProfile(odd, cheapSealing(PASSWORD))
  expect(await open(server, text)).toMatchObject({
    status: 400,
    body: { error: texts.unreadable(v2Decoding.policyChoice('"perhaps"')) },
  })
})

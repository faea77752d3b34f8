import { expect, test } from 'vitest'
import { packages as texts, v2Decoding } from '#contract/messages.ts'
import { packageAnswer, sealAnswer } from '#contract/packages.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import { type ApiServer, startServer } from '../support/api-server.ts'
import { BETA_REFUSALS, betaEnvelope, betaPackage } from '../support/beta-packages.ts'
import { CHEAP_HASHING } from '../support/cheap-hashing.ts'
import { fitting } from '../support/fitting.ts'
import { derivedOnce, enveloped, envelopeOf } from '../support/v2-packages.ts'
import { recordedShare, vectors } from '../support/v2-vectors.ts'

const { group } = vectors.keyset
const PASSWORD = 'lake orbit velvet'
const HERE = {
  SHARE_CRED: shareText(recordedShare(1)),
  GROUP_CRED: groupText(group),
  RELAYS: '["wss://relay.one"]',
}
const open = (server: ApiServer, text: string, password: string) =>
  server.post('/api/packages/open', { package: text, password })

test('Packages that Igloo beta has published as known answers are opened', async (t) => {
  const server = await startServer(t, { hashing: { ...CHEAP_HASHING, packageKey: derivedOnce() } })
  const [bfshare, bfonboard] = [betaPackage('bfshare'), betaPackage('bfonboard')]
  const bfprofile = betaPackage('bfprofile')
  const relays = ['wss://relay.one']
  for (const text of [bfshare.published, bfshare.ours]) {
    const { body } = await open(server, text, bfshare.password)
    expect(body).toEqual({ type: 'relays', relays, privateRelays: [] })
  }
  const invited = await open(server, bfonboard.published, bfonboard.password)
  expect(invited.body).toEqual({
    type: 'bfonboard',
    pubkey: expect.stringMatching(/^[0-9a-f]{64}$/),
    inviter: '22'.repeat(32),
    ...{ relays, privateRelays: [] },
  })
  // The group in it is made up: its keys are not points, and its share is not among them.
  const moved = await open(server, bfprofile.published, bfprofile.password)
  const error = texts.unreadable(v2Decoding.memberKey)
  expect(moved).toMatchObject({ status: 400, body: { error } })
})

test('Each fault of a package is named, and no password is tried', async (t) => {
  const packageKey = () => Promise.reject(new Error('no key is wanting'))
  const hashing = { ...CHEAP_HASHING, packageKey }
  const server = await startServer(t, { hashing, environment: { RATE_LIMIT_ENABLED: 'false' } })
  for (const [what, change, reason] of BETA_REFUSALS) {
    const { status, body } = await open(server, enveloped({ ...betaEnvelope, ...change }), PASSWORD)
    expect([what, status, body]).toMatchObject([what, 400, { error: texts.unreadable(reason) }])
  }
})

test('A package is made in today’s form, or in the older one on request, and both can be opened', async (t) => {
  const server = await startServer(t, { environment: HERE })
  for (const form of [undefined, 'current', 'older'] as const) {
    const { body } = await server.post('/api/packages/seal', {
      password: PASSWORD,
      ...(form && { form }),
    })
    const { bfprofile, bfshare } = fitting(sealAnswer, body)
    const version = form === 'older' ? 1 : 2
    for (const text of [bfprofile, bfshare]) {
      expect(envelopeOf(text).envelope).toMatchObject({ version })
    }
    const opened = await open(server, bfprofile, PASSWORD)
    expect(fitting(packageAnswer, opened.body)).toMatchObject({
      ...{ type: 'bfprofile', shareCredential: HERE.SHARE_CRED, groupCredential: HERE.GROUP_CRED },
    })
    const alone = { package: bfshare, password: PASSWORD, groupCredential: HERE.GROUP_CRED }
    expect((await server.post('/api/packages/open', alone)).status).toBe(200)
  }
  const odd = await server.post('/api/packages/seal', { password: PASSWORD, form: 'newest' })
  expect(odd).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^form: /) } })
})

test('Both packages of a share cost one derivation', async (t) => {
  const derived: string[] = []
  const { packageKey: cheap } = CHEAP_HASHING
  const packageKey: typeof cheap = (...given) => {
    derived.push(given[2].name)
    return cheap(...given)
  }
  const server = await startServer(t, {
    environment: HERE,
    hashing: { ...CHEAP_HASHING, packageKey },
  })
  await server.post('/api/packages/seal', { password: PASSWORD })
  await server.post('/api/packages/seal', { password: PASSWORD, form: 'older' })
  expect(derived).toEqual(['argon2id', 'pbkdf2'])
})

test('A call estimates how long a package takes here', async (t) => {
  const server = await startServer(t, { environment: HERE })
  const { body } = await server.get('/api/packages')
  expect(body).toEqual({ seconds: expect.toSatisfy((seconds: number) => seconds >= 1) })
})

test('A share is handed out in the form that is wanted, with the same password', async (t) => {
  const server = await startServer(t)
  const order = { name: 'Family', threshold: 2, totalMembers: 3, relays: ['wss://relay.one'] }
  expect((await server.post('/api/keyset', order)).status).toBe(200)
  const give = async (body: object) => {
    const answer = await server.post('/api/spares/2/hand-out', body)
    return answer.body as { package: string; password: string }
  }
  const versionOf = (text: string) => envelopeOf(text).envelope['version']
  const first = await give({ name: 'Laptop' })
  expect(versionOf(first.package)).toBe(2)
  expect(await give({})).toEqual(first)
  const older = await give({ form: 'older' })
  expect([versionOf(older.package), older.password]).toEqual([1, first.password])
  // Shown again, it is as it was shown last.
  expect(await give({})).toEqual(older)
  const { body } = await open(server, older.package, older.password)
  expect(body).toMatchObject({ type: 'bfonboard' })
})

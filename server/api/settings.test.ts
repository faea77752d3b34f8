import { describe, expect, onTestFinished, test } from 'vitest'
import { ownerEvent, request } from '#contract/messages.ts'
import type { Settings } from '#contract/settings.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import {
  CALLER,
  type MountedRoutes,
  mountForTest,
  mountSigner,
  temporaryDataFolder,
} from '../../tests/support/mounted-routes.ts'
import { SIGNING } from '../../tests/support/rules.ts'

const DEFAULTS: Settings = { firstGeneration: 'warn', approveOnboarding: true }

const read = async (routes: MountedRoutes) => (await routes.call('settings')).body
const save = (routes: MountedRoutes, body: unknown) => routes.call('saveSettings', { body })

describe('how peers are treated', () => {
  test('is the default until something is saved, each part by itself', async () => {
    const routes = mountForTest()
    expect(await read(routes)).toEqual(DEFAULTS)
    const saved = await save(routes, { firstGeneration: 'refuse' })
    expect(saved).toMatchObject({ status: 200, body: { ...DEFAULTS, firstGeneration: 'refuse' } })
    await save(routes, { approveOnboarding: false })
    expect(await read(routes)).toEqual({ firstGeneration: 'refuse', approveOnboarding: false })
  })

  test('is what the environment says until it is saved, and stays saved across a restart', async () => {
    const environment = {
      DATA_DIR: temporaryDataFolder(),
      FIRST_GENERATION: 'refuse',
      APPROVE_ONBOARDING: 'false',
    }
    const before = mountForTest(environment)
    expect(await read(before)).toEqual({ firstGeneration: 'refuse', approveOnboarding: false })
    await save(before, { firstGeneration: 'answer' })
    await before.context.close()
    const after = mountForTest(environment)
    expect(await read(after)).toEqual({ firstGeneration: 'answer', approveOnboarding: false })
  })

  test('takes effect at once in the running node', async () => {
    const relay = await RelayFixture.start()
    onTestFinished(() => relay.stop())
    const keyset = generateKeyset({ threshold: 1, totalMembers: 1 })
    const routes = await mountSigner(keyset, relay.url)
    const { node } = routes
    const tweaked = () => node.sign(SIGNING, 'ab'.repeat(32), ['01'.repeat(32)])
    expect(await tweaked()).toMatchObject({ ok: true })
    await save(routes, { firstGeneration: 'refuse' })
    expect(await tweaked()).toMatchObject({ ok: false, why: { error: request.tweaksRefused } })
    await save(routes, { firstGeneration: 'answer' })
    expect(await tweaked()).toMatchObject({ ok: true })
    expect(routes.context.keysets.first.supervisor.signer).toBe(node)
  })

  test.for([
    ['another word', { firstGeneration: 'sometimes' }, 'firstGeneration'],
    ['a word for yes or no', { approveOnboarding: 'yes' }, 'approveOnboarding'],
  ] as const)('is refused as %s, and nothing is saved', async ([, body, field]) => {
    const routes = mountForTest()
    expect(await save(routes, { approveOnboarding: false, ...body })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(`${field}:`) },
    })
    expect(await read(routes)).toEqual(DEFAULTS)
  })

  test('is recorded with who changed it, and announced in words when it changes', async () => {
    const routes = mountForTest()
    const { store, events } = routes.context
    await save(routes, DEFAULTS)
    await save(routes, { firstGeneration: 'refuse', approveOnboarding: false })
    expect(store.audit.page({ limit: 2 })).toMatchObject([
      {
        actor: CALLER,
        action: 'settings.save',
        outcome: 'ok',
        detail: { firstGeneration: 'refuse', approveOnboarding: false },
      },
      { action: 'settings.save', detail: DEFAULTS },
    ])
    expect(events.entries().map(({ message }) => message)).toEqual([
      ownerEvent.firstGeneration.refuse,
      ownerEvent.approveOnboarding(false),
    ])
  })
})

import { beforeAll, expect, it } from 'vitest'
import { call } from '../support/api-server.ts'
import { timeIn } from '../support/holds.ts'
import { newHash } from '../support/new-hash.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { docker } from './support/docker.ts'
import { API_KEY, type Floe, startFloe } from './support/floe.ts'
import { type Group, sharedGroup } from './support/group.ts'
import { addedBytes, images } from './support/images.ts'
import { expectSignature } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

const MEGABYTE = 1_000_000

describeWithDocker('The image', () => {
  const file = fileScope()
  let group: Group
  let floe: Floe

  beforeAll(async () => {
    group = await sharedGroup()
    floe = await startFloe(file, {
      network: group.network,
      with: (image) => image.withHealthInterval(1_000),
    })
  })

  it('answers for its health before it has computed for 5 s', async (scope) => {
    const fresh = await startFloe(scope, { listening: false })

    await fresh.untilHealthy()

    const { stdout } = await fresh.exec('sh', '-c', 'cat /proc/[0-9]*/stat')
    const computed = stdout.trimEnd().split('\n').map(timeIn)
    expect(computed.reduce((sum, one) => sum + one)).toBeGreaterThan(0)
    expect(computed.reduce((sum, one) => sum + one)).toBeLessThan(5_000)
  })

  it('becomes healthy by its own check', async () => {
    const check = await docker('inspect', '--format', '{{json .Config.Healthcheck}}', images.floe)
    const { Test, StartPeriod } = JSON.parse(check)
    expect(Test).toEqual(['CMD-SHELL', expect.stringMatching(/\/api\/health.*floe healthcheck$/)])
    // Nanoseconds. During the start period today's engines check every 5 s.
    expect(StartPeriod).toBeGreaterThan(5e9)

    await until(async () => (await floe.inspect('{{.State.Health.Status}}')) === 'healthy', {
      interval: 200,
    })
  })

  it('names the commit that it is built from, in its labels and in its health', async () => {
    const format = '{{json .Config.Labels}}'
    const labels = JSON.parse(await docker('inspect', '--format', format, images.floe))
    const { body } = await floe.get('/api/health', API_KEY)
    expect(body).toMatchObject({ commit: labels['org.opencontainers.image.revision'] })
    expect(labels).toHaveProperty(['org.opencontainers.image.created'])
  })

  it('warns at its start that a data folder in memory will be lost', async (scope) => {
    const lost = await startFloe(scope, {
      with: (image) => image.withTmpFs({ '/data': 'rw,uid=1000,gid=1000,mode=0700' }),
    })

    expect(await lost.logs()).toContain('/data is in memory (tmpfs)')
    expect(await floe.logs()).not.toContain('tmpfs')
  })

  it('serves the console', async () => {
    const page = await call(`${floe.url}/`)
    const script = /<script[^>]+src="([^"]+)"/.exec(page.text)?.[1]

    expect([page.status, script]).toEqual([200, expect.any(String)])
    const code = await call(new URL(script ?? '', `${floe.url}/`).href)
    expect(code.status).toBe(200)
    expect(code.headers.get('content-type')).toMatch(/javascript/)
  })

  it('lets nobody in without a key', async () => {
    expect((await call(`${floe.url}/api/env`)).status).toBe(401)
    expect((await floe.get('/api/env', API_KEY)).status).toBe(200)
  })

  it('signs with a genuine peer in another container', async () => {
    await floe.configure(group)

    await expectSignature(floe, group)
  })

  it('gives a genuine peer its partial signature', async () => {
    const self = group.keyset.group.commits[0]?.pubkey.slice(2) ?? ''

    expect(await group.peer.sign(newHash(), [self])).toMatchObject({ ok: true })
  })

  it('adds no more than 30 MB to the base image', async () => {
    const added = await addedBytes()

    console.log(`added to the base image: ${(added / MEGABYTE).toFixed(1)} MB`)
    expect(added).toBeGreaterThan(0)
    expect(added).toBeLessThanOrEqual(30 * MEGABYTE)
  })
})

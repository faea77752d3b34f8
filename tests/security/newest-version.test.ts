import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import {
  createUpdateCheck,
  isNewer,
  newestVersion,
  REGISTRY_BYTES_MAX,
  VERSION_ASKED_INTERVAL,
} from '#updates/update-check.ts'
import { startPictureHost } from '../support/picture-host.ts'
import { until } from '../support/until.ts'

const NAME = 'floe-signer/floe'
const TOKEN = 'a-token-for-anybody'
const signal = new AbortController().signal

const digestOf = (content: string) => `sha256:${createHash('sha256').update(content).digest('hex')}`

interface RegistryOptions {
  label?: string
  /** Answers in place of the registry; returns whether it did. */
  instead?: (path: string, response: ServerResponse, request: IncomingMessage) => boolean
}

/** A registry as real ones are: a token for anybody, an index of two images, and blobs elsewhere. */
async function startRegistry({ label = '0.2.0', instead }: RegistryOptions = {}) {
  const config = JSON.stringify({
    architecture: 'amd64',
    config: { Labels: { 'org.opencontainers.image.version': label } },
  })
  const manifest = JSON.stringify({ config: { digest: digestOf(config) }, layers: [] })
  const platform = (os: string, architecture: string) => ({ os, architecture })
  const index = JSON.stringify({
    manifests: [
      { digest: digestOf('an attestation'), platform: platform('unknown', 'unknown') },
      { digest: digestOf(manifest), platform: platform('linux', 'amd64') },
    ],
  })
  const contents = new Map([
    [`/v2/${NAME}/manifests/latest`, index],
    [`/v2/${NAME}/manifests/${digestOf(manifest)}`, manifest],
    [`/storage/${digestOf(config)}`, config],
  ])
  const credentials: (string | undefined)[] = []
  const host = await startPictureHost((path, response, request) => {
    if (instead?.(path, response, request)) return
    const isElsewhere = request.headers.host?.startsWith('elsewhere')
    credentials.push(isElsewhere ? request.headers.authorization : undefined)
    if (path.startsWith('/token?')) {
      response.end(
        JSON.stringify({
          token: decodeURIComponent(path).includes(`scope=repository:${NAME}:pull`) && TOKEN,
        }),
      )
    } else if (!isElsewhere && request.headers.authorization !== `Bearer ${TOKEN}`) {
      const realm = `realm="${host.url('/token')}",service="here",scope="repository:${NAME}:pull"`
      response.writeHead(401, { 'www-authenticate': `Bearer ${realm}` }).end()
    } else if (path.includes('/blobs/')) {
      const at = host.url(`/storage/${path.slice(path.lastIndexOf('/') + 1)}`)
      response.writeHead(307, { location: at.replace('pictures', 'elsewhere') }).end()
    } else {
      response.writeHead(contents.has(path) ? 200 : 404).end(contents.get(path))
    }
  })
  const image = `${new URL(host.url('/')).host}/${NAME}`
  const ask = () => newestVersion(image, { signal, ...host.trust })
  return { ask, host, credentials }
}

test('The newest version is what the newest image’s label says, and the token stays with the registry', async () => {
  const { ask, host, credentials } = await startRegistry()
  expect(await ask()).toBe('0.2.0')
  expect(host.asked).toHaveLength(6)
  expect(credentials).not.toContain(`Bearer ${TOKEN}`)
})

test.each([
  ['a label that is no version', { label: '<b>9.9.9</b>' }],
  ['a label of a megabyte', { label: `1.0.0-${'x'.repeat(1_000_000)}` }],
  [
    'something else than what was asked for by its digest',
    {
      instead: (path: string, response: ServerResponse) =>
        path.startsWith('/storage/') &&
        Boolean(response.end('{"config":{"Labels":{"org.opencontainers.image.version":"9.9.9"}}}')),
    },
  ],
  [
    'more than anybody needs',
    {
      instead: (_: string, response: ServerResponse) =>
        Boolean(response.end(Buffer.alloc(REGISTRY_BYTES_MAX + 1, ' '))),
    },
  ],
  [
    'a way into the surrounding network',
    {
      instead: (path: string, response: ServerResponse) =>
        path.includes('/blobs/') &&
        Boolean(response.writeHead(307, { location: 'https://169.254.169.254/' }).end()),
    },
  ],
  [
    'a token server in the surrounding network',
    {
      instead: (_: string, response: ServerResponse) =>
        Boolean(
          response
            .writeHead(401, { 'www-authenticate': 'Bearer realm="https://127.0.0.1/token"' })
            .end(),
        ),
    },
  ],
])('A registry that answers %s tells no version', async (_, options) => {
  const { ask } = await startRegistry(options)
  await expect(ask()).rejects.toThrow()
})

/** The update check of version 0.1.0, with its settings in memory. */
function setUp(ask: () => Promise<string>) {
  const world = { now: 1_000_000_000_000, asked: 0, errors: 0 }
  const kept = new Map<string, string>()
  const make = () =>
    createUpdateCheck({
      version: '0.1.0',
      settings: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
      ask: () => {
        world.asked += 1
        return ask()
      },
      onError: () => {
        world.errors += 1
      },
      now: () => world.now,
    })
  return { world, make }
}

test('Nobody is asked before the owner allows it, and then once a day, whatever restarts there are', async () => {
  const { ask } = await startRegistry()
  const { world, make } = setUp(ask)
  const first = make()
  expect(first.view()).toEqual({ version: '0.1.0', asks: false, isAsking: false, isNewer: false })
  expect(world.asked).toBe(0)

  first.allow(true)
  await until(() => !first.view().isAsking)
  expect(first.view()).toMatchObject({ newest: '0.2.0', isNewer: true })
  const second = make()
  second.allow(false)
  expect(second.view()).toEqual({ version: '0.1.0', asks: false, isAsking: false, isNewer: false })
  second.allow(true)
  world.now += VERSION_ASKED_INTERVAL - 1
  expect(second.view()).toMatchObject({ newest: '0.2.0', isAsking: false })
  expect(world.asked).toBe(1)
  world.now += 1
  expect(second.view().isAsking).toBe(true)
  await second.stop()
  expect(world.asked).toBe(2)
})

test('A registry that can’t be reached is reported quietly, and left alone for a day too', async () => {
  const { world, make } = setUp(() => Promise.reject(new Error('away')))
  const check = make()
  check.allow(true)
  await until(() => !check.view().isAsking)
  const view = check.view()
  expect(view).toMatchObject({ asks: true, isNewer: false, askedAt: expect.any(String) })
  expect(view).not.toHaveProperty('newest')
  expect(world).toMatchObject({ asked: 1, errors: 1 })
})

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0-rc.1', '0.1.0', false],
  ['0.0.9', '0.1.0', false],
])('%s is newer than %s: %s', (one, than, newer) => {
  expect(isNewer(one, than)).toBe(newer)
})

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { profileAnswer } from '#contract/profile.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { REDIRECTS_MAX } from '#http-client/get.ts'
import { PICTURE_BYTES_MAX } from '#keysets/limits.ts'
import { fetchPicture } from '#keysets/profile.ts'
import { signEvent } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { publicLookup } from '#relay/dial-policy.ts'
import { ask } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'
import { PICTURES, type PictureHost, startPictureHost } from '../support/picture-host.ts'
import { publish } from '../support/publish.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const PNG = PICTURES['image/png']
const signal = new AbortController().signal
const fetchFrom = (host: PictureHost, path: string) =>
  fetchPicture(host.url(path), { signal, ...host.trust })

/** A service of the surrounding network, which counts who connects. */
async function startNeighbour(scope: Scope) {
  const neighbour = { connections: 0, port: 0 }
  const server = createServer((socket) => {
    neighbour.connections += 1
    socket.on('error', () => {}).destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.onTestFinished(() => void server.close())
  neighbour.port = (server.address() as AddressInfo).port
  return neighbour
}

test('A picture is what its bytes say, whatever its server calls it', async () => {
  const host = await startPictureHost((path, response) => {
    const type = path.slice(1) as keyof typeof PICTURES
    response.setHeader('content-type', 'text/html').end(PICTURES[type])
  })
  for (const [type, bytes] of Object.entries(PICTURES)) {
    expect(await fetchFrom(host, `/${type}`)).toEqual({ type, bytes })
  }
})

test('A page or a drawing that calls itself a picture is none', async () => {
  const bodies = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<!doctype html><script>alert(1)</script>',
    'RIFF1234WEB',
    '',
  ]
  const host = await startPictureHost((path, response) => {
    response.setHeader('content-type', 'image/png').end(bodies[Number(path.slice(1))])
  })
  for (const at of bodies.keys()) expect(await fetchFrom(host, `/${at}`)).toBeNull()
})

test('Of a picture without an end no more is read than a picture may have', async () => {
  const chunk = Buffer.alloc(65_536, 1)
  const host = await startPictureHost((_, response) => {
    response.setHeader('content-length', String(10 * 1024 ** 3))
    response.write(PNG)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  expect(await fetchFrom(host, '/')).toBeNull()
  await until(() => host.sent > 0)
  // What the kernel holds of a connection comes on top.
  expect(host.sent).toBeLessThan(PICTURE_BYTES_MAX + 16 * 1024 ** 2)
})

test('A picture that never comes is given up', async () => {
  const host = await startPictureHost((path, response) => {
    if (path === '/slow') response.write(PNG)
  })
  for (const path of ['/never', '/slow']) {
    const { lookup, ca } = host.trust
    expect(await fetchPicture(host.url(path), { signal, lookup, ca, timeout: 300 })).toBeNull()
  }
})

test('A picture is fetched from where a redirect leads, but not in circles', async () => {
  const host = await startPictureHost((path, response) => {
    if (path === '/there') response.end(PNG)
    else response.writeHead(302, { location: path === '/here' ? '/there' : '/circle' }).end()
  })
  expect(await fetchFrom(host, '/here')).toMatchObject({ type: 'image/png' })
  host.asked.length = 0
  expect(await fetchFrom(host, '/circle')).toBeNull()
  expect(host.asked).toHaveLength(REDIRECTS_MAX + 1)
})

test('Nobody in the surrounding network is connected to, neither directly nor by a redirect', async (t) => {
  const neighbour = await startNeighbour(t)
  const { port } = neighbour
  const addresses = [
    ...[`https://127.0.0.1:${port}/`, `https://localhost:${port}/`, `https://[::1]:${port}/`],
    ...[
      `https://0x7f.1:${port}/`,
      `https://2130706433:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
    ],
    ...[
      'https://169.254.169.254/',
      'https://10.0.0.1/',
      'https://router.local/',
      'https://100.64.0.1/',
    ],
    ...[`http://pictures.example:${port}/`, `ftp://pictures.example/`, 'file:///etc/passwd'],
    ...[`https://user:secret@pictures.example:${port}/`, 'data:image/png;base64,AAAA', 'x', ''],
  ]
  const host = await startPictureHost((path, response) => {
    response.writeHead(302, { location: addresses[Number(path.slice(1))] ?? '' }).end()
  })
  for (const [at, address] of addresses.entries()) {
    expect(await fetchPicture(address, { signal, ...host.trust })).toBeNull()
    expect(await fetchFrom(host, `/${at}`)).toBeNull()
  }
  expect(neighbour.connections).toBe(0)
})

test('A name that leads into a private network is not followed there', async (t) => {
  const neighbour = await startNeighbour(t)
  const lookup = publicLookup((_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
  const url = `https://pictures.example:${neighbour.port}/`
  expect(await fetchPicture(url, { signal, lookup })).toBeNull()
  expect(neighbour.connections).toBe(0)
})

test('A profile shows only what the identity has signed, in words that are safe to show, and asks nobody near', async (t) => {
  const [relay, neighbour] = await Promise.all([
    startRelayFor(t, { verify: false }),
    startNeighbour(t),
  ])
  const secretKey = '11'.repeat(32)
  const pubkey = xOnly(publicPoint(secretKey))
  const { groupCredential, shareCredentials } = generateKeyset({
    ...{ threshold: 2, totalMembers: 3, secretKey },
  })
  relay.setFaults({ ignoreFilters: true })
  const event = (content: object, created_at: number, by = secretKey) =>
    signEvent({ kind: 0, created_at, tags: [], content: JSON.stringify(content) }, by, pubkey)
  const other = '22'.repeat(32)
  const genuine = event(
    { name: `Anna\u202e${'\u0000'.repeat(200)}`, picture: `https://localhost:${neighbour.port}/` },
    1_700_000_000,
  )
  await publish(relay, genuine)
  await publish(relay, { ...event({ name: 'Eve' }, 1_700_000_001), sig: '00'.repeat(64) })
  await publish(relay, event({ name: 'Eve' }, 1_700_000_002, other))
  const eve = { kind: 0, created_at: 1_700_000_003, tags: [], content: '{"name":"Eve"}' }
  await publish(relay, signEvent(eve, other, xOnly(publicPoint(other))))
  await publish(relay, event({ name: 'x'.repeat(1_000_000) }, 1_700_000_004))
  const server = await startServer(t, {
    environment: {
      ...{ GROUP_CRED: groupCredential, SHARE_CRED: shareCredentials[0] ?? '' },
      RELAYS: JSON.stringify([relay.url]),
    },
  })
  await until(async () => (await server.get('/api/status')).text.includes('"nodeActive":true'))
  await ask(server, 'saveProfile', { body: { enabled: true } })
  const found = async () => fitting(profileAnswer, (await server.get('/api/profile')).body)
  await until(async () => (await found()).fetchedAt !== undefined)

  const { name = '', hasPicture } = await found()
  expect(name).toMatch(/^Anna\[U\+202E\]/)
  expect([...name].length).toBeLessThanOrEqual(64)
  expect(hasPicture).toBe(false)
  expect(neighbour.connections).toBe(0)
  expect((await server.get('/api/profile/picture')).status).toBe(404)
})

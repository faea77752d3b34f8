import { BunkerSigner, createNostrConnectURI } from 'nostr-tools/nip46'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { apps as texts } from '#contract/app-messages.ts'
import type { AppView } from '#contract/apps.ts'
import { APPS_MAX } from '#nip46/limits.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { readBunkerLink, startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { copyReadyMade } from '../support/ready-made.ts'
import { runFloe, runHere } from '../support/run-command.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const SECRET = 'a secret of the app'
/** A port where nothing listens. */
const NOBODY = 9

/** Runs `floe app` beside a server, in its environment. */
const appCommand =
  (
    { dataDir, port }: Pick<ApiServer, 'dataDir' | 'port'>,
    environment: Readonly<Record<string, string>> = {},
  ) =>
  (...args: string[]) =>
    runHere({ DATA_DIR: dataDir, HOST_PORT: String(port), ...environment }, 'app', ...args)

/** A client that shows a link of its own. */
function newLink(relay: string, perms: string[] = []) {
  const seckey = generateSecretKey()
  const link = { clientPubkey: getPublicKey(seckey), relays: [relay], secret: SECRET, perms }
  return { seckey, uri: createNostrConnectURI({ ...link, name: 'Notes' }) }
}

const appsOf = async (server: Pick<ApiServer, 'get'>) =>
  ((await server.get('/api/apps')).body as { apps: AppView[] }).apps

/**
 * Has a client listen on its relay, which keeps no answer for it.
 *
 * @returns waits until a server has answered it
 */
async function listen(
  scope: Scope,
  relay: RelayFixture,
  { seckey, uri }: ReturnType<typeof newLink>,
): Promise<() => Promise<BunkerSigner>> {
  const greeted = BunkerSigner.fromURI(seckey, uri, {}, 20_000)
  await until(() => relay.hasListener(getPublicKey(seckey)))
  return async () => {
    const client = await greeted
    scope.onTestFinished(() => client.close())
    return client
  }
}

describe.concurrent('floe app', () => {
  test('invites an app beside a running server, and removes it again', async (t) => {
    const { server, relay } = await startAppSigner(t)
    const app = appCommand(server, { RELAYS: relay.url })

    const invited = await app('invite', '--name', 'Notes', '--preset', 'all', '--expires', '60')
    const uri = invited.stdout.trim()
    await until(async () => (await appsOf(server)).length === 1)
    const client = await startAppClient(t, { uri })
    const connected = await client.connect()
    const signed = await client.ask('sign_event', [JSON.stringify({ kind: 1, content: 'hello' })])
    await until(() => server.context.store.keyset(1).apps.uses().length === 2)
    const listed = await app('list')
    const json = await app('list', '--json')
    const [{ id = '' } = {}] = await appsOf(server)
    const removed = await app('remove', id)
    const answers = client.answers.length
    await client.send({ id: 'too late', method: 'ping', params: [] })
    const twice = await app('remove', id)

    expect(invited).toMatchObject({ code: 0, stderr: '' })
    expect(invited.stdout).toMatch(/^bunker:\/\/[0-9a-f]{64}\?relay=\S+&secret=\w{22}\n$/)
    expect([connected.result, signed.error]).toEqual(['ack', undefined])
    expect(listed.stdout).toMatch(
      new RegExp(`^${id}  paired  all  made 2.*Z  last used 2.*Z  Notes\n$`),
    )
    expect(JSON.parse(json.stdout)).toMatchObject([
      {
        id,
        state: 'paired',
        preset: 'all',
        client: client.pubkey,
        signer: readBunkerLink(uri).signer,
      },
    ])
    const { seckey = '' } = server.context.store.keyset(1).apps.list()[0] ?? {}
    for (const secret of [seckey || 'seckey', readBunkerLink(uri).secret]) {
      expect(listed.stdout + json.stdout).not.toContain(secret)
    }
    expect(removed).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('floe app list') })
    expect(client.answers).toHaveLength(answers)
    expect(server.context.keysets.first.policy.ruleSet.callerViews()).toEqual([])
    const rows = server.context.store.audit.page({ limit: 100 })
    for (const action of ['app.invite', 'app.remove']) {
      expect(rows).toContainEqual(
        expect.objectContaining({ action, actor: 'command-line', keyset: 1, detail: { app: id } }),
      )
    }
  })

  test('accepts a client’s link beside a running server, which answers it', async (t) => {
    const { server, relay, pubkey } = await startAppSigner(t)
    const link = newLink(relay.url, ['sign_event:1', 'nip44_decrypt'])
    const greeted = await listen(t, relay, link)

    const at = { DATA_DIR: server.dataDir, HOST_PORT: String(server.port) }
    const accepted = await runFloe(t, at, 'app', 'accept', link.uri, '--allow', 'sign_event:1')
    const client = await greeted()

    expect(accepted).toMatchObject({ code: 0, stderr: '' })
    expect(await appsOf(server)).toMatchObject([
      { id: accepted.stdout.trim(), name: 'Notes', state: 'paired', preset: 'ask' },
    ])
    expect(await client.getPublicKey()).toBe(pubkey)
    const event = await client.signEvent({ kind: 1, created_at: 1, tags: [], content: 'hello' })
    expect(event.pubkey).toBe(pubkey)
    expect(server.context.store.keyset(1).apps.list()).toMatchObject([{ greeting: null }])
  })

  test('accepts a link without a server, which answers the client once it starts', async (t) => {
    const relay = await startRelayFor(t)
    const { dataDir } = copyReadyMade(t, '1.x', { relays: [relay.url] })
    const link = newLink(relay.url)
    const folder = { dataDir, port: NOBODY }

    const accepted = await appCommand(folder)('accept', link.uri)
    const greeted = await listen(t, relay, link)
    const server = await startServer(t, { dataDir })
    await greeted()

    expect(accepted).toMatchObject({
      code: 0,
      stderr: 'floe: no server runs here now: the app is answered once one does\n',
    })
    const rows = () => server.context.store.audit.page({ limit: 100 })
    await until(() => rows().some(({ action }) => action === 'app.pair'))
  })

  test('says when nothing was done, and why', async (t) => {
    const server = await startServer(t, {
      environment: firstShare(newKeyset(), ['ws://127.0.0.1:9']),
    })
    const app = appCommand(server)
    const { uri } = newLink('ws://127.0.0.1:9', ['sign_event:1'])
    const errors: [string[], number, string][] = [
      [['invite'], 2, '--name is missing'],
      [['invite', '--name', 'x', '--preset', 'most'], 2, '--preset: '],
      [['invite', '--name', 'x', '--expires', '5'], 2, '--expires: '],
      [['invite', '--name', 'x', '--relay', 'ftp://x.y'], 2, ''],
      [['invite', '--name', 'x', '--allow', 'ping'], 2, texts.wishUnknown('ping')],
      [['accept'], 2, 'LINK is missing'],
      [['accept', 'bunker://x'], 2, texts.isOwnLink],
      [['accept', uri, '--allow', 'nip44_decrypt'], 2, texts.wishMisfit('nip44_decrypt')],
      [['remove', 'nothing'], 1, 'there is no app with this id'],
      [['forget'], 2, "unknown action 'forget'"],
    ]

    for (const [args, code, why] of errors) {
      const result = await app(...args)
      expect([args, result.code, result.stdout]).toEqual([args, code, ''])
      expect(result.stderr).toMatch(/^floe: ./)
      expect(result.stderr).toContain(why)
      expect(result.stderr).not.toContain(SECRET)
    }

    expect(await appsOf(server)).toEqual([])
    expect(await app('list')).toMatchObject({ code: 0, stdout: '' })
  })

  test('lets in a hundred apps and no more, as the calls do, and keeps nothing of one more', async (t) => {
    const { url } = await startRelayFor(t)
    const server = await startServer(t, { environment: firstShare(newKeyset(), [url]) })
    await server.status(({ nodeActive }) => nodeActive)
    const app = appCommand(server, { RELAYS: url })
    const invitation = { name: 'Notes', preset: 'ask' }
    const { uri } = newLink(url, ['sign_event:1'])
    const acceptance = { uri, preset: 'ask', allow: ['sign_event:1'] }
    for (let n = 0; n < APPS_MAX; n += 1) {
      expect(await server.post('/api/apps/invite', invitation)).toMatchObject({ status: 200 })
    }
    const { store, keysets } = server.context
    const kept = () => ({
      apps: store.keyset(1).apps.list(),
      names: keysets.first.policy.ruleSet.callerViews(),
      rules: keysets.first.policy.ruleSet.ruleViews(),
      audit: store.audit.page({ limit: 200 }),
    })
    const before = kept()

    const why = texts.tooMany(APPS_MAX)
    const full = { status: 409, body: { error: why } }
    expect(await server.post('/api/apps/invite', invitation)).toMatchObject(full)
    expect(await server.post('/api/apps/accept', acceptance)).toMatchObject(full)
    const refused = { code: 1, stdout: '', stderr: `floe: ${why}\n` }
    expect(await app('invite', '--name', 'Notes')).toEqual(refused)
    expect(await app('accept', uri, '--allow', 'sign_event:1')).toEqual(refused)

    expect(kept()).toEqual(before)
    expect(before.apps).toHaveLength(APPS_MAX)
    const [{ id = '' } = {}] = before.apps
    await call(`${server.url}/api/apps/${id}`, { method: 'DELETE' })
    expect(await server.post('/api/apps/invite', invitation)).toMatchObject({ status: 200 })
  })
})

test('A client whose answer no relay has taken yet gets it after a restart', async (t) => {
  const { server, relay, accept } = await startAppSigner(t)
  const link = newLink(relay.url)
  relay.faults.rejectKinds = [24_133]
  await accept({ uri: link.uri })
  await server.stop()
  relay.faults.rejectKinds = []

  const greeted = await listen(t, relay, link)
  const environment = firstShare(newKeyset(), [relay.url])
  const next = await startServer(t, { environment, dataDir: server.dataDir })
  await greeted()

  await until(() => next.context.store.keyset(1).apps.list()[0]?.greeting === null)
})

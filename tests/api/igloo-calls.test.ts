import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#http/route.ts'
import { iglooCalls } from '../fixtures/igloo-calls.ts'
import { byKey, CLOSED, tableOf } from '../support/access.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { newHash } from '../support/new-hash.ts'
import { newPair } from '../support/pair.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

const API_KEY = 'sixteen letters!'
const ADMIN_SECRET = 'the secret of an administrator'
const GUIDE = `${import.meta.dirname}/../../docs/igloo-server.md`

const routeOf = (name: string): Route | undefined => {
  const [method = '', path = ''] = name.split(' ')
  const ours = path.replace(/\{(\w+)\}/g, ':$1')
  return tableOf().find(
    ([, route]) => route.method === method.toLowerCase() && route.path === ours,
  )?.[1]
}

/** The rows of the guide's table: the call, the scope it needs, and what is different. */
const rows = readFileSync(GUIDE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, scope, difference] = /^\| `([A-Z]+ \/\S*)` \| (\w+) \| (.*) \|$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, scope, difference: difference ?? '' }]
  })
const rowOf = (name: string) => rows.find((row) => row.name === name)

describe('Coming from igloo-server v1.1.0', () => {
  test.each(iglooCalls)('%s is there, and the guide says what is different', (name) => {
    expect(routeOf(name)).toBeDefined()
    expect(rowOf(name)?.difference).toBeDefined()
  })

  test.each(rows)('the guide says which scope opens $name', ({ name, scope }) => {
    expect(routeOf(name)?.scope).toBe(scope)
  })

  describe('finds in each good answer what it looks for', () => {
    const keyset = newPair()
    const [share = '', other = ''] = keyset.shareCredentials
    const peer = keyset.group.commits[1]?.pubkey ?? ''
    const counterparty = newKeyset().group.group_pk
    const client = keyset.group.group_pk.slice(2)
    let server: ApiServer
    let bodies: Record<string, unknown>
    let relays: string[]

    const ask = (name: string, body?: unknown) => {
      const [method = '', path = ''] = name.split(' ')
      return call(`${server.url}${path.replace('{pubkey}', client)}`, {
        method,
        headers: byKey(API_KEY),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    }
    const encrypted = async (version: string) => {
      const { body } = await ask(`POST /api/${version}/encrypt`, {
        peer_pubkey: counterparty,
        content: 'text',
      })
      return (body as { result: string }).result
    }

    beforeAll(async () => {
      const ends: (() => void | Promise<void>)[] = []
      const scope = { onTestFinished: (end: () => void | Promise<void>) => void ends.push(end) }
      const relay = await startRelayFor(scope)
      relays = [relay.url]
      server = await startServer(scope, {
        environment: { ...CLOSED, API_KEY, ADMIN_SECRET, ...firstShare(keyset, relays) },
      })
      const { first } = server.context.keysets
      await startPeerFor(scope, { group: keyset.groupCredential, share: other, relays })
      await until(() => first.supervisor.signer?.isReady === true)
      const text = { peer_pubkey: counterparty, content: 'text' }
      const link = `nostrconnect://${client}?relay=${encodeURIComponent(relay.url)}&secret=s`
      await ask('POST /api/nip46/connect', { uri: link })
      const { auth } = server.context
      bodies = {
        'POST /api/auth/login': { apiKey: API_KEY },
        'POST /api/env': { GROUP_NAME: 'Family' },
        'POST /api/env/delete': { keys: ['GROUP_NAME'] },
        'POST /api/peers/ping': { target: peer },
        'POST /api/recover': {
          groupCredential: keyset.groupCredential,
          shareCredentials: keyset.shareCredentials,
        },
        'POST /api/recover/validate': { type: 'share', credential: share },
        'POST /api/env/shares': { shareCredential: share, groupCredential: keyset.groupCredential },
        'POST /api/sign': { message: newHash() },
        'POST /api/nip44/encrypt': text,
        'POST /api/nip44/decrypt': { ...text, content: await encrypted('nip44') },
        'POST /api/nip04/encrypt': text,
        'POST /api/nip04/decrypt': { ...text, content: await encrypted('nip04') },
        'POST /api/nip46/sessions': { pubkey: client, status: 'active' },
        'PUT /api/nip46/sessions/{pubkey}/policy': { methods: { nip44_encrypt: true } },
        'PUT /api/nip46/sessions/{pubkey}/status': { status: 'active' },
        'POST /api/admin/api-keys': { label: 'Bot' },
        'POST /api/admin/api-keys/revoke': {
          apiKeyId: auth.apiKeys.create({ name: 'Old', scope: 'read' }).id,
        },
        'POST /api/user/credentials': { group_name: 'Family' },
        'PUT /api/user/credentials': { group_name: 'Family' },
        'POST /api/user/relays': { relays },
        'PUT /api/user/relays': { relays },
      }
      return async () => {
        for (const end of ends.reverse()) await end()
      }
    })

    /** The last to be asked: others need what they delete. */
    const DELETES = ['POST /api/auth/logout', 'DELETE /api/user/credentials']
    const inTurn = [
      ...iglooCalls.filter(([name]) => !DELETES.includes(name)),
      ...iglooCalls.filter(([name]) => DELETES.includes(name)),
    ]

    test.each(inTurn)('%s', async (name, status, fields) => {
      const { difference = '' } = rowOf(name) ?? {}
      const answer = await ask(name, bodies[name])

      if (difference.startsWith('refused')) {
        expect(answer.status).toBeGreaterThanOrEqual(400)
        return
      }
      expect([answer.status, answer.text]).toEqual([status, expect.anything()])
      const found = Object.keys(([answer.body].flat()[0] ?? {}) as object)
      const missing = fields.filter((field) => !found.includes(field))
      // What is missing is named in the guide, or optional there.
      for (const field of missing) expect(difference).toContain(`\`${field}\``)
    })
  })
})

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { routes } from '#api/table.ts'
import { envKeys } from '#contract/keysets.ts'
import type { Route } from '#http/route.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'
import { SIGNING } from '../support/rules.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

interface Operation {
  operationId: string
  tags: string[]
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, object>
  security: unknown[]
}

interface Description {
  servers: unknown
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties?: object; required?: string[] }>
    responses: Record<string, { description: string }>
  }
}

const entries = Object.entries(routes) as [string, Route][]

describe.concurrent('The description of the API', () => {
  test('holds every call of the table, with what it takes and answers', async (scope) => {
    const server = await startServer(scope)
    const { body } = await server.get('/api/openapi.json')
    const { openapi, paths } = body as {
      openapi: string
      paths: Record<string, Record<string, Operation>>
    }
    expect(openapi).toBe('3.1.0')
    for (const [name, route] of entries) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      const operation = paths[path]?.[route.method]
      expect(operation, name).toMatchObject({ operationId: name })
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining(Object.keys(route.answers)),
      )
      expect(operation?.requestBody !== undefined).toBe(
        route.body !== undefined || route.upload === true,
      )
      expect(operation?.security.length === 0).toBe(route.scope === 'open')
      const parameters = operation?.parameters.filter((parameter) => parameter.in === 'path')
      expect(parameters?.map((parameter) => parameter.name) ?? []).toEqual(
        [...route.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter),
      )
    }
    const described = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(described).toHaveLength(entries.length)
  })

  test('has an example for every body, path and query, and each fits', () => {
    for (const [name, { path, body, query, answers, example = {} }] of entries) {
      const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
      expect([name, Object.keys(example.params ?? {})]).toEqual([name, parameters])
      expect([name, example.body !== undefined]).toEqual([name, body !== undefined])
      body?.parse(example.body)
      const asked = query?.parse(example.query ?? {}) ?? {}
      expect(asked).toMatchObject(example.query ?? {})
      if (example.answer !== undefined) fitting(answers[200] as z.ZodType, example.answer)
    }
  })

  test('groups every call, and names every schema that the contract exports', async (scope) => {
    const server = await startServer(scope)
    const { body } = await server.get('/api/openapi.json')
    const { components, paths, servers, tags } = body as Description
    expect(servers).toEqual([{ url: '/', description: 'This Floe' }])
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const used = new Set(operations.flatMap((operation) => operation.tags))
    expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort())
    expect(components.schemas).toMatchObject({ SignRequest: {}, SignFailure: {}, StatusAnswer: {} })
    const text = JSON.stringify(body)
    const pointers = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(pointers.length).toBeGreaterThan(entries.length)
    for (const [, kind = '', name = ''] of pointers) {
      expect(components).toHaveProperty([kind, name])
    }
    expect(text).not.toContain('$defs')
  })

  test('names what a change of the credentials takes', async (scope) => {
    const server = await startServer(scope)
    const { body } = await server.get('/api/openapi.json')
    const { components, paths } = body as Description
    const { schema } = paths['/api/env']?.['post']?.requestBody?.content['application/json'] ?? {}
    expect(schema).toEqual({ $ref: '#/components/schemas/EnvUpdate' })
    const { properties = {}, required = [] } = components.schemas['EnvUpdate'] ?? {}
    expect(properties).toMatchObject(
      Object.fromEntries(envKeys.map((key) => [key, { type: 'string' }])),
    )
    expect(Object.keys(properties)).toEqual([...envKeys, 'policies'])
    expect(required).toEqual([])
  })

  test('names too many passwords at once, beside the data folder, as a reason for 503', async (scope) => {
    const server = await startServer(scope)
    const { body } = await server.get('/api/openapi.json')
    const { components, paths } = body as Description
    for (const path of ['/api/packages/open', '/api/keyset/deal']) {
      const answer = paths[path]?.['post']?.responses['503']
      expect(answer).toEqual({ $ref: '#/components/responses/Unavailable' })
    }
    const { description } = components.responses['Unavailable'] ?? {}
    expect(description).toMatch(/data folder .*too many passwords/)
  })

  test('can be read on a page that needs nothing from outside', async (scope) => {
    const server = await startServer(scope)
    const { text, headers } = await server.get('/api/docs')
    expect(headers.get('content-type')).toContain('text/html')
    for (const [name, { path }] of entries) {
      expect(text).toContain(`<section id="${name}"`)
      expect(text).toContain(path.replace(/:(\w+)/g, '{$1}'))
    }
    expect(text).not.toMatch(/<script>|style="|https?:\/\/(?!ntfy\.example)/)
    const style = await server.get('/api/docs/style.css')
    expect(style).toMatchObject({ status: 200 })
    expect(style.headers.get('content-type')).toContain('text/css')
  })
})

describe.concurrent('The metrics for Prometheus', () => {
  test('count signatures by keyset, direction, generation, outcome and peer, and show relays and peers', async (scope) => {
    const relay = await startRelayFor(scope)
    const keyset = newKeyset()
    const server = await startServer(scope, { environment: firstShare(keyset, [relay.url]) })
    const share = keyset.shareCredentials[1] ?? ''
    await startPeerFor(scope, { group: keyset.groupCredential, share, relays: [relay.url] })
    await server.status(({ nodeActive }) => nodeActive)
    const { signer: node } = server.context.keysets.first.supervisor
    await until(async () => (await node?.sign(SIGNING, 'ab'.repeat(32)))?.ok === true)
    const { text, headers } = await server.get('/metrics')
    const peer = keyset.group.commits[1]?.pubkey.slice(2, 10)
    expect(headers.get('content-type')).toContain('text/plain')
    const labels = (more: string) => `{keyset="1",direction="asked",generation="1.x"${more}}`
    const counted = labels(`,outcome="ok",peer="${peer}"`)
    expect(text).toContain(`floe_signatures_total${counted} 1`)
    expect(text).toContain(`floe_signing_seconds_count${labels('')} 1`)
    expect(text).toContain('floe_generation_on{keyset="1",generation="1.x"} 1')
    expect(text).toContain('floe_generation_on{keyset="1",generation="2026"} 1')
    expect(text).toMatch(
      new RegExp(`floe_peer_heard_seconds\\{keyset="1",peer="${peer}",generation="1.x"\\} \\d+`),
    )
    expect(text).toContain('floe_node_active{keyset="1"} 1')
    expect(text).toContain(`floe_peer_online{keyset="1",peer="${peer}"} 1`)
    expect(text).toContain(`floe_relay_heard{keyset="1",relay="${relay.url}"} 1`)
    expect(text).toMatch(/floe_relay_reconnects\{[^}]+\} 0/)
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds /)
    expect(text).toMatch(/process_resident_memory_bytes /)
  })

  test('open to the scraper’s token, which opens nothing else', async (scope) => {
    const METRICS_TOKEN = 'scraper-token-scraper-token'
    const environment = { AUTH_ENABLED: 'true', METRICS_TOKEN }
    const server = await startServer(scope, { environment })
    const as = (token: string) => ({ Authorization: `Bearer ${token}` })
    expect(await server.get('/metrics', as(METRICS_TOKEN))).toMatchObject({ status: 200 })
    for (const wrong of ['', 'x', `${METRICS_TOKEN}x`, METRICS_TOKEN.replace('s', 'x')]) {
      expect(await server.get('/metrics', as(wrong))).toMatchObject({ status: 401 })
    }
    expect(await server.get('/api/status', as(METRICS_TOKEN))).toMatchObject({ status: 401 })
  })
})

describe.concurrent('Every answer', () => {
  test('carries a request id, which the log has too, without the URL', async (scope) => {
    const server = await startServer(scope)
    const { headers } = await server.get('/api/status?apiKey=canary-in-the-url')
    const requestId = headers.get('x-request-id') ?? ''
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    const line = server.log.find((entry) => entry.includes(requestId))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      method: 'GET',
      route: '/api/status',
      status: 200,
    })
    expect(server.log.join('')).not.toContain('canary-in-the-url')
  })
})

import { describe, expect, test } from 'vitest'
import { type AuditPage, auditEntry, auditPage } from '#contract/operations.ts'
import { rounds } from '../../tests/support/long.ts'
import { mountForTest } from '../../tests/support/mounted-routes.ts'

const NEWLINE = 10
/** How many rows are exported: in a long run, as many as are kept. */
const ROWS = rounds(30_000, 100_000)

function mountWith(rows: number) {
  const routes = mountForTest()
  for (let n = 1; n <= rows; n += 1) {
    routes.context.store.audit.record({
      actor: 'olga',
      action: 'login',
      outcome: 'ok',
      detail: { n },
    })
  }
  return routes
}

describe('a page of the audit', () => {
  test('has the newest first, and leads to the older ones until there are none', async () => {
    const { call } = mountWith(7)
    const seen: unknown[] = []
    let query = '?limit=3'
    const sizes: number[] = []

    for (;;) {
      const { status, body } = await call<AuditPage>('audit', { query })
      expect(status).toBe(200)
      expect(auditPage.parse(body)).toStrictEqual(body)
      sizes.push(body.entries.length)
      seen.push(...body.entries.map(({ detail }) => detail['n']))
      if (body.next === undefined) break
      query = `?limit=3&before=${body.next}`
    }

    expect(sizes).toEqual([3, 3, 1])
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  test('that is full and the last has no next page', async () => {
    const { body } = await mountWith(3).call<AuditPage>('audit', { query: '?limit=3' })

    expect(body.entries).toHaveLength(3)
    expect(body).not.toHaveProperty('next')
  })

  test('of an empty audit is empty', async () => {
    expect((await mountWith(0).call('audit')).body).toStrictEqual({ entries: [] })
  })

  test('has only uses of the key, only their problems, or logins too, as `about` says', async () => {
    const { context, call } = mountForTest()
    const { kept } = context.keysets.first
    const rows = [
      ['sign', 'ok'],
      ['verdict', 'refused'],
      ['env.save', 'ok'],
      ['question', 'ran out'],
      ['question', 'allowed'],
      ['signature.asked', 'failed'],
      ['sign', 'NO_QUORUM'],
    ] as const
    for (const [action, outcome] of rows) kept.audit.record({ actor: 'olga', action, outcome })
    context.store.audit.record({ actor: 'olga', action: 'login', outcome: 'ok' })
    const found = async (query: string) => {
      const { body } = await call<AuditPage>('audit', { query })
      return [...body.entries.map(({ outcome }) => outcome), body.next === undefined]
    }

    expect(await found('?about=uses')).toEqual([
      ...['NO_QUORUM', 'allowed', 'ran out', 'refused', 'ok', true],
    ])
    expect((await found('?about=activity')).slice(0, 2)).toEqual(['ok', 'NO_QUORUM'])
    expect(await found('?about=problems')).toEqual(['NO_QUORUM', 'ran out', 'refused', true])
    expect(await found('?about=problems&limit=2')).toEqual(['NO_QUORUM', 'ran out', false])
  })

  test('has only entries of one caller, when asked for', async () => {
    const { context, call } = mountForTest()
    const { kept } = context.keysets.first
    for (const actor of ['olga', 'app', 'olga']) {
      kept.audit.record({ actor, action: 'sign', outcome: 'ok' })
      kept.audit.record({ actor, action: 'verdict', outcome: 'refused' })
    }
    const found = async (about: string) => {
      const { body } = await call<AuditPage>('audit', { query: `?about=${about}&actor=app` })
      return body.entries.map(({ actor, outcome }) => [actor, outcome])
    }

    expect(await found('uses')).toEqual([
      ['app', 'refused'],
      ['app', 'ok'],
    ])
    expect(await found('problems')).toEqual([['app', 'refused']])
  })

  test('has only entries of a device, a kind or a time, when asked for', async () => {
    const { context, call } = mountForTest()
    const { kept } = context.keysets.first
    const device = 'ab'.repeat(32)
    for (const detail of [
      { kind: 1, peers: [device] },
      { kind: 1 },
      { kind: 7, peers: [device] },
    ]) {
      kept.audit.record({ actor: 'olga', action: 'sign', outcome: 'ok', detail })
    }
    const found = async (query: string) => {
      const { body } = await call<AuditPage>('audit', { query: `?about=uses&${query}` })
      return body.entries.map(({ detail }) => detail['kind'])
    }

    expect(await found(`device=02${device}`)).toEqual([7, 1])
    expect(await found('kind=1')).toEqual([1, 1])
    expect(await found(`kind=1&device=${device}`)).toEqual([1])
    expect(await found('until=2020-01-01T00:00:00Z')).toEqual([])
    expect(await found('from=2020-01-01T00:00:00Z')).toHaveLength(3)
  })

  test('has a hundred entries unless asked otherwise', async () => {
    const { body } = await mountWith(101).call<AuditPage>('audit')

    expect(body.entries).toHaveLength(100)
    expect(body.next).toBe(body.entries.at(-1)?.id)
  })

  test.each([
    'limit=0',
    'limit=1001',
    'limit=many',
    'before=0',
    'before=x',
    'kind=x',
    'kind=-1',
    'kind=NaN',
    'kind=1.5',
    'kind=65536',
    'about=nothing',
    'until=NaN',
    'limit=NaN',
    'before=1e99',
    'device=nobody',
    'from=today',
  ])('is refused with %s', async (query) => {
    const { status, body } = await mountWith(1).call<{ error: string }>('audit', {
      query: `?${query}`,
    })

    expect(status).toBe(400)
    expect(body.error.startsWith(`${query.split('=')[0]}: `)).toBe(true)
  })
})

describe('the export of the audit', () => {
  test('is a file of lines, the oldest first', async () => {
    const { app } = mountWith(5)

    const response = await app.request('/api/audit/export')

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="floe-audit-\d{4}-\d{2}-\d{2}\.ndjson"$/,
    )
    const entries = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.map((entry) => auditEntry.parse(entry).detail['n'])).toEqual([1, 2, 3, 4, 5])
  })

  test(`of ${ROWS} rows holds nobody up`, async () => {
    const { app, context } = mountForTest()
    for (let n = 0; n < ROWS; n += 1) {
      context.store.audit.of(1).signature({
        peers: ['ab'.repeat(32)],
        sessionId: n.toString(16).padStart(64, '0'),
        hashes: ['cd'.repeat(32)],
        type: 'message',
        direction: 'given',
        generation: '1.x',
        outcome: 'ok',
        took: 12,
      })
    }
    let isOver = false
    /** Lines that were written since others had their turn. */
    let inThisTurn = 0
    const turn = () => {
      inThisTurn = 0
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    let lines = 0
    let most = 0

    const response = await app.request('/api/audit/export')
    for await (const piece of response.body as ReadableStream<Uint8Array>) {
      const held = piece.filter((byte) => byte === NEWLINE).length
      lines += held
      inThisTurn += held
      most = Math.max(most, inThisTurn)
    }
    isOver = true

    expect(lines).toBe(ROWS)
    expect(most).toBeLessThan(1_000)
  })
})

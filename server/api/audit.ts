import { z } from 'zod'
import { auditPage, auditQuery } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { ndjsonStream } from '#http/ndjson.ts'
import { xOnly } from '#nostr/x-only.ts'
import { route } from './route.ts'
import { TIME } from './samples.ts'

/** Who did what: in pages, or all of it as a file. */
export const auditRoutes = {
  audit: route({
    method: 'get',
    path: '/api/audit',
    scope: 'admin',
    example: {
      query: { about: 'uses', limit: 5 },
      answer: {
        entries: [
          {
            id: 41,
            at: TIME,
            keyset: 1,
            actor: 'admin-key',
            action: 'sign',
            outcome: 'ok',
            detail: { kind: 1 },
          },
        ],
        next: 41,
      },
    },
    summary: 'List who did what, the newest first',
    query: auditQuery,
    answers: { 200: auditPage, 400: errorAnswer },
    handle: ({ query: { about, ...wanted }, request }, { store: { audit } }) => {
      if (about !== undefined) {
        const { device, from, until } = wanted
        return request.json(
          audit.uses({
            ...{ about, ...wanted },
            device: device && xOnly(device),
            from: from === undefined ? undefined : Date.parse(from),
            until: until === undefined ? undefined : Date.parse(until),
          }),
        )
      }
      const { before, limit } = wanted
      const entries = audit.page({ before, limit })
      const last = entries.at(-1)?.id
      const hasMore =
        last !== undefined &&
        entries.length === limit &&
        audit.page({ before: last, limit: 1 }).length > 0
      return request.json({ entries, ...(hasMore ? { next: last } : {}) })
    },
  }),

  exportAudit: route({
    method: 'get',
    path: '/api/audit/export',
    scope: 'admin',
    summary: 'Download the whole audit, the oldest entry first',
    description: 'Each line is a JSON object.',
    type: 'application/x-ndjson',
    answers: { 200: z.string() },
    handle: ({ request }, { store }) => {
      const day = new Date().toISOString().slice(0, 10)
      return request.body(ndjsonStream(store.audit.export()), 200, {
        'Content-Type': 'application/x-ndjson',
        'Content-Disposition': `attachment; filename="floe-audit-${day}.ndjson"`,
      })
    },
  }),
}

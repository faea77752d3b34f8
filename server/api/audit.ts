import type { Context } from '#app/context.ts'
import { ndjsonStream } from '#http/ndjson.ts'
import type { Handlers } from '#http/router.ts'

/** Who did what: in pages, or all of it as a file. */
export function auditHandlers({ store }: Context): Pick<Handlers, 'audit' | 'exportAudit'> {
  return {
    audit: ({ query: { before, limit, about, actor }, request }) => {
      if (about !== undefined) {
        return request.json(store.audit.uses({ about, before, limit, actor }))
      }
      const entries = store.audit.page({ before, limit })
      const last = entries.at(-1)?.id
      const more =
        last !== undefined &&
        entries.length === limit &&
        store.audit.page({ before: last, limit: 1 }).length > 0
      return request.json({ entries, ...(more ? { next: last } : {}) })
    },

    exportAudit: ({ request }) => {
      const day = new Date().toISOString().slice(0, 10)
      return request.body(ndjsonStream(store.audit.export()), 200, {
        'Content-Type': 'application/x-ndjson',
        'Content-Disposition': `attachment; filename="floe-audit-${day}.ndjson"`,
      })
    },
  }
}

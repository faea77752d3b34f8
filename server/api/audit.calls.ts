import { z } from 'zod'
import * as operations from '#contract/operations.ts'
import { errorAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Who did what. */
export const auditCalls = {
  audit: {
    method: 'get',
    path: '/api/audit',
    scope: 'admin',
    limit: 'request',
    summary: 'Who did what, newest first',
    query: operations.auditQuery,
    answers: { 200: operations.auditPage, 400: errorAnswer },
  },
  exportAudit: {
    method: 'get',
    path: '/api/audit/export',
    scope: 'admin',
    limit: 'request',
    summary: 'The whole audit, oldest first, one JSON object a line',
    type: 'application/x-ndjson',
    answers: { 200: z.string() },
  },
} satisfies Record<string, Route>

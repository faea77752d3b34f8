import * as imports from '#contract/import.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { errorAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Moving in from elsewhere. */
export const importCalls = {
  importIgloo: {
    method: 'post',
    path: '/api/import/igloo',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    // It may bring API keys and apps.
    confirm: 'always',
    summary:
      'Take over what an igloo-server had, from its igloo.db or its .env, with a second file after it; ' +
      'all of it or nothing',
    upload: true,
    maxBody: IMPORT_BYTES_MAX,
    query: imports.importQuery,
    headers: {
      'X-Import-Password':
        'Of the person whose share it is, in igloo-server; percent-encoded. Without it, the answer says ' +
        'who has a share in igloo.db',
    },
    answers: {
      200: imports.importAnswer,
      400: errorAnswer,
      409: errorAnswer,
      413: errorAnswer,
      503: errorAnswer,
    },
  },
} satisfies Record<string, Route>

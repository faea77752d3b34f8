import { errorAnswer } from '#contract/operations.ts'
import { versionAnswer, versionUpdate } from '#contract/version.ts'
import type { Route } from '#http/route.ts'

/** Which version this is. */
export const versionCalls = {
  version: {
    method: 'get',
    path: '/api/version',
    scope: 'read',
    limit: 'request',
    summary:
      'Which version runs, and whether there is a newer one, if the owner lets the server ask',
    answers: { 200: versionAnswer },
  },
  saveVersion: {
    method: 'put',
    path: '/api/version',
    scope: 'admin',
    limit: 'request',
    summary:
      'Say whether the image’s registry may be asked for the newest version, once a day: it learns this ' +
      'server’s address',
    body: versionUpdate,
    answers: { 200: versionAnswer, 400: errorAnswer },
  },
} satisfies Record<string, Route>

import { errorAnswer } from '#contract/refusal.ts'
import { versionAnswer, versionUpdate } from '#contract/version.ts'
import { BUILD, VERSION } from '#lib/version.ts'
import { route } from './route.ts'

/** Which version this is, and whether there is a newer one. */
export const versionRoutes = {
  version: route({
    method: 'get',
    path: '/api/version',
    scope: 'read',
    example: {
      answer: {
        version: VERSION,
        commit: 'unknown',
        date: 'unknown',
        asks: false,
        isAsking: false,
        isNewer: false,
      },
    },
    summary:
      'Which version runs, and whether there is a newer one, if the owner lets the server ask',
    answers: { 200: versionAnswer },
    handle: ({ request }, { updates }) => request.json({ ...updates.view(), ...BUILD }),
  }),

  saveVersion: route({
    method: 'put',
    path: '/api/version',
    scope: 'admin',
    example: { body: { asks: false } },
    summary:
      'Say whether the image’s registry may be asked for the newest version, once a day: it learns this ' +
      'server’s address',
    body: versionUpdate,
    answers: { 200: versionAnswer, 400: errorAnswer },
    handle: ({ actor, body: { asks }, request }, { store, updates }) => {
      updates.allow(asks)
      store.audit.record({ actor, action: 'version.set', outcome: 'ok', detail: { asks } })
      return request.json({ ...updates.view(), ...BUILD })
    },
  }),
}

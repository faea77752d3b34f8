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
    summary: 'Get the version that runs, and whether there is a newer one',
    description: 'Newer versions are known only if the owner lets the server ask for them.',
    answers: { 200: versionAnswer },
    handle: ({ request }, { updates }) => request.json({ ...updates.view(), ...BUILD }),
  }),

  saveVersion: route({
    method: 'put',
    path: '/api/version',
    scope: 'admin',
    example: { body: { asks: false } },
    summary: 'Switch asking for the newest version on or off',
    description: "The image's registry is asked once a day, and learns this server's address.",
    body: versionUpdate,
    answers: { 200: versionAnswer, 400: errorAnswer },
    handle: ({ actor, body: { asks }, request }, { store, updates }) => {
      updates.allow(asks)
      store.audit.record({ actor, action: 'version.set', outcome: 'ok', detail: { asks } })
      return request.json({ ...updates.view(), ...BUILD })
    },
  }),
}

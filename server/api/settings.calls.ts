import * as env from '#contract/env.ts'
import { http } from '#contract/messages.ts'
import { errorAnswer } from '#contract/operations.ts'
import * as settings from '#contract/settings.ts'
import type { Route } from '#http/route.ts'

/** What the signer runs on, and how it treats peers. */
export const settingsCalls = {
  env: {
    method: 'get',
    path: '/api/env',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'The credentials, the share among them',
    answers: { 200: env.envAnswer },
  },
  saveEnv: {
    method: 'post',
    path: '/api/env',
    scope: 'admin',
    adminSecret: true,
    limit: 'request',
    confirm: ({ SHARE_CRED, GROUP_CRED, RELAYS }: env.EnvUpdate) =>
      [SHARE_CRED, GROUP_CRED, RELAYS].some((value) => value !== undefined),
    summary: 'Save credentials: all of a change or none of it',
    body: env.envUpdate,
    answers: { 200: env.envUpdateAnswer, 400: errorAnswer },
  },
  deleteEnv: {
    method: 'post',
    path: '/api/env/delete',
    scope: 'admin',
    adminSecret: true,
    limit: 'request',
    summary:
      'Delete credentials; they stay deleted though the environment has them. On request, all ' +
      'saved share records go with them',
    body: env.envDelete,
    misfit: http.keysArrayRequired,
    answers: { 200: env.envDeleteAnswer, 400: errorAnswer },
  },
  settings: {
    method: 'get',
    path: '/api/settings',
    scope: 'admin',
    limit: 'request',
    summary: 'How peers are met: what 1.x gets, and whether onboarding waits for the owner',
    answers: { 200: settings.settings },
  },
  saveSettings: {
    method: 'put',
    path: '/api/settings',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Set how peers are met; in force at once',
    body: settings.settingsUpdate,
    answers: { 200: settings.settings, 400: errorAnswer },
  },
} satisfies Record<string, Route>

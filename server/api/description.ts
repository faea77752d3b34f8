import { z } from 'zod'
import * as apps from '#contract/apps.ts'
import * as auth from '#contract/auth.ts'
import * as backup from '#contract/backup.ts'
import * as credentials from '#contract/credentials.ts'
import * as env from '#contract/env.ts'
import * as history from '#contract/history.ts'
import * as igloo from '#contract/igloo.ts'
import * as imports from '#contract/import.ts'
import * as nip46 from '#contract/nip46.ts'
import * as notify from '#contract/notify.ts'
import * as operations from '#contract/operations.ts'
import * as overview from '#contract/overview.ts'
import * as packages from '#contract/packages.ts'
import * as peers from '#contract/peers.ts'
import * as profile from '#contract/profile.ts'
import * as questions from '#contract/questions.ts'
import * as refusal from '#contract/refusal.ts'
import * as reservedShares from '#contract/reserved-shares.ts'
import * as rules from '#contract/rules.ts'
import * as settings from '#contract/settings.ts'
import * as signing from '#contract/signing.ts'
import * as status from '#contract/status.ts'
import * as version from '#contract/version.ts'
import type { ContractModules } from '#http/named-schemas.ts'
import { route } from './route.ts'

/** The API's description, for programs and for people. */
export const descriptionRoutes = {
  openapi: asJson('/api/openapi.json', 'Get this description (OpenAPI 3.1)'),
  openapiInDocs: asJson('/api/docs/openapi.json', 'Get this description, at igloo-server’s path'),

  openapiYaml: route({
    method: 'get',
    path: '/api/docs/openapi.yaml',
    scope: 'open',
    summary: 'Get this description as YAML',
    type: 'application/yaml',
    answers: { 200: z.string() },
    handle: async ({ request }, api) => {
      const { stringify } = await import('yaml')
      request.header('Content-Type', 'application/yaml; charset=utf-8')
      return request.body(stringify(api.openApi(), { aliasDuplicateObjects: false }))
    },
  }),

  docs: route({
    method: 'get',
    path: '/api/docs',
    scope: 'open',
    summary: 'Get this description as a page to read',
    type: 'text/html',
    answers: { 200: z.string() },
    handle: async ({ request }, api) => request.html(await api.docsPage()),
  }),
}

function asJson(path: string, summary: string) {
  return route({
    method: 'get',
    path,
    scope: 'open',
    summary,
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: ({ request }, api) => request.json(api.openApi()),
  })
}

/** The modules with the schemas of the calls. The description names each schema as it is exported. */
export const contract: ContractModules = [
  ...[apps, auth, backup, credentials, env, history, igloo, imports, nip46, notify, operations],
  ...[
    overview,
    packages,
    peers,
    profile,
    questions,
    refusal,
    reservedShares,
    rules,
    settings,
    signing,
    status,
  ],
  version,
]

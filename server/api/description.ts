import { z } from 'zod'
import { route } from './route.ts'

/** The API's description, for programs and for people. */
export const descriptionRoutes = {
  openapi: route({
    method: 'get',
    path: '/api/openapi.json',
    scope: 'open',
    limit: 'request',
    summary: 'This description',
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: ({ request }, api) => request.json(api.openApi()),
  }),

  openapiInDocs: route({
    method: 'get',
    path: '/api/docs/openapi.json',
    scope: 'open',
    limit: 'request',
    summary: 'The same, at the path igloo-server has it at',
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: ({ request }, api) => request.json(api.openApi()),
  }),

  openapiYaml: route({
    method: 'get',
    path: '/api/docs/openapi.yaml',
    scope: 'open',
    limit: 'request',
    summary: 'The same, as YAML',
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
    limit: 'request',
    summary: 'This description as a page to read',
    type: 'text/html',
    answers: { 200: z.string() },
    handle: async ({ request }, api) => request.html(await api.docsPage()),
  }),
}

import { z } from 'zod'
import type { Route } from '#http/route.ts'

/** The API's description. */
export const descriptionCalls = {
  openapi: {
    method: 'get',
    path: '/api/openapi.json',
    scope: 'open',
    limit: 'request',
    summary: 'This description',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  openapiInDocs: {
    method: 'get',
    path: '/api/docs/openapi.json',
    scope: 'open',
    limit: 'request',
    summary: 'The same, at the path igloo-server has it at',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  openapiYaml: {
    method: 'get',
    path: '/api/docs/openapi.yaml',
    scope: 'open',
    limit: 'request',
    summary: 'The same, as YAML',
    type: 'application/yaml',
    answers: { 200: z.string() },
  },
  docs: {
    method: 'get',
    path: '/api/docs',
    scope: 'open',
    limit: 'request',
    summary: 'This description as a page to read',
    type: 'text/html',
    answers: { 200: z.string() },
  },
} satisfies Record<string, Route>

import * as auth from '#contract/auth.ts'
import { errorAnswer, successAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** What gives access: sessions and API keys. */
export const accessCalls = {
  sessions: {
    method: 'get',
    path: '/api/auth/sessions',
    scope: 'admin',
    limit: 'request',
    summary: 'The open sessions',
    answers: { 200: auth.sessionList },
  },
  endSession: {
    method: 'delete',
    path: '/api/auth/sessions/:handle',
    scope: 'admin',
    limit: 'request',
    summary: 'End a session',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
  endOtherSessions: {
    method: 'delete',
    path: '/api/auth/sessions',
    scope: 'admin',
    limit: 'request',
    summary: 'End all sessions but the one that asks',
    answers: { 200: auth.endedSessions },
  },
  apiKeys: {
    method: 'get',
    path: '/api/auth/keys',
    scope: 'admin',
    limit: 'request',
    summary: 'The API keys, without their values',
    answers: { 200: auth.apiKeyList },
  },
  createApiKey: {
    method: 'post',
    path: '/api/auth/keys',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Make an API key; it is shown once',
    body: auth.apiKeyRequest,
    answers: { 200: auth.apiKeyCreated, 400: errorAnswer },
  },
  revokeApiKey: {
    method: 'delete',
    path: '/api/auth/keys/:id',
    scope: 'admin',
    limit: 'request',
    summary: 'Revoke an API key',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

import * as credentials from '#contract/credentials.ts'
import { errorAnswer, successAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Saved shares, and what is saved without its secrets. */
export const sharesCalls = {
  credentials: {
    method: 'get',
    path: '/api/credentials',
    scope: 'admin',
    limit: 'request',
    summary: 'What is saved, without its secrets: the keyset, the relays, the share records',
    answers: { 200: credentials.credentialsAnswer },
  },
  shares: {
    method: 'get',
    path: '/api/shares',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Saved share records, newest first',
    answers: { 200: credentials.shareRecords },
  },
  saveShare: {
    method: 'post',
    path: '/api/shares',
    scope: 'admin',
    limit: 'request',
    summary: 'Save a share record: at most ten, an identical pair replaces the older one',
    body: credentials.shareRequest,
    answers: { 200: successAnswer, 400: errorAnswer },
  },
  deleteShare: {
    method: 'delete',
    path: '/api/shares/:id',
    scope: 'admin',
    limit: 'request',
    summary: 'Delete a saved share record, for good',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

import * as operations from '#contract/operations.ts'
import { errorAnswer } from '#contract/operations.ts'
import type { Route } from '#http/route.ts'

/** Trying relays before they are used. */
export const relaysCalls = {
  testRelays: {
    method: 'post',
    path: '/api/relays/test',
    scope: 'admin',
    limit: 'request',
    summary: "Try relays: connection, latency, the signer's kinds of events, an echo to ourselves",
    body: operations.relayTestRequest,
    answers: { 200: operations.relayTestAnswer, 400: errorAnswer, 503: errorAnswer },
  },
} satisfies Record<string, Route>

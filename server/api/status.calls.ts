import { z } from 'zod'
import * as status from '#contract/status.ts'
import type { Route } from '#http/route.ts'

/** The signer's state, for people, for process supervisors and for Prometheus. */
export const statusCalls = {
  status: {
    method: 'get',
    path: '/api/status',
    scope: 'read',
    limit: 'request',
    lessWithoutLogin: true,
    summary:
      'Whether the signer hears relays, answers others and can ask them for signatures, and why ' +
      'not; without a login, only the first',
    answers: { 200: z.union([status.statusAnswer, status.publicStatus]) },
  },
  health: {
    method: 'get',
    path: '/api/health',
    scope: 'open',
    limit: 'none',
    summary: 'For process supervisors: degraded when /api/status says so, and why',
    answers: { 200: status.healthAnswer, 503: status.healthAnswer },
  },
  events: {
    method: 'get',
    path: '/api/events',
    scope: 'read',
    limit: 'none',
    summary: 'What happens, as it happens, over a WebSocket; ?since=<id> for what was missed',
    upgrade: true,
    answers: { 101: z.string() },
  },
  metrics: {
    method: 'get',
    path: '/metrics',
    scope: 'read',
    limit: 'none',
    summary: 'Figures for Prometheus; METRICS_TOKEN opens them too, as a bearer token',
    type: 'text/plain',
    answers: { 200: z.string() },
  },
} satisfies Record<string, Route>

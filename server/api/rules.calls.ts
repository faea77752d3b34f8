import { errorAnswer, successAnswer } from '#contract/operations.ts'
import * as rules from '#contract/rules.ts'
import type { Route } from '#http/route.ts'

/** What may be done with the group's key, for whom. */
export const rulesCalls = {
  rules: {
    method: 'get',
    path: '/api/rules',
    scope: 'admin',
    limit: 'request',
    summary: 'The rules in force, the oldest first, and the callers for which something is set',
    answers: { 200: rules.rulesAnswer },
  },
  addRule: {
    method: 'post',
    path: '/api/rules',
    scope: 'admin',
    limit: 'request',
    confirm: ({ verdict }: rules.RuleRequest) => verdict !== 'refuse',
    summary: 'Add a rule; in force at once',
    body: rules.ruleRequest,
    answers: { 200: rules.ruleView, 400: errorAnswer, 404: errorAnswer },
  },
  deleteRule: {
    method: 'delete',
    path: '/api/rules/:id',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Delete a rule; gone at once',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
  setCaller: {
    method: 'put',
    path: '/api/callers/:door/:id',
    scope: 'admin',
    limit: 'request',
    confirm: ({ preset, suspended }: rules.CallerUpdate) =>
      preset !== undefined || suspended === false,
    summary:
      'The preset of a peer (by its public key), an API key or an app (by its id), and whether everything ' +
      'that it asks for is refused; what is left out stays as it is',
    body: rules.callerUpdate,
    answers: { 200: rules.callerView, 400: errorAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

import { envUpdateAnswer } from '#contract/env.ts'
import { errorAnswer, successAnswer } from '#contract/operations.ts'
import * as packages from '#contract/packages.ts'
import type { Route } from '#http/route.ts'

/** This device's own joining of a group, and what others ask of it. */
export const joiningCalls = {
  join: {
    method: 'post',
    path: '/api/joining',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    summary:
      "Begin this device's own onboarding, with a bfonboard, its password, and which of its relays " +
      'may be connected to',
    body: packages.joinRequest,
    answers: { 200: packages.onboardingState, 400: errorAnswer },
  },
  joining: {
    method: 'get',
    path: '/api/joining',
    scope: 'admin',
    limit: 'request',
    summary: "How far this device's own onboarding has come, and whose key it brought",
    answers: { 200: packages.onboardingState },
  },
  keepJoined: {
    method: 'post',
    path: '/api/joining/save',
    scope: 'admin',
    confirm: 'always',
    limit: 'request',
    summary: "Save what this device's own onboarding brought: its signer runs on it from then on",
    body: packages.keepJoinedRequest,
    answers: { 200: envUpdateAnswer, 400: errorAnswer, 404: errorAnswer },
  },
  giveUpJoining: {
    method: 'delete',
    path: '/api/joining',
    scope: 'admin',
    limit: 'request',
    summary:
      "Give up this device's own onboarding and delete what was made for it; after a failure only " +
      'the state is cleared',
    answers: { 200: successAnswer },
  },
  joinRequests: {
    method: 'get',
    path: '/api/joining/requests',
    scope: 'admin',
    limit: 'request',
    summary: 'The members that have asked this device for the group since its signer started',
    answers: { 200: packages.onboardingRequests },
  },
  decideJoinRequest: {
    method: 'post',
    path: '/api/joining/requests/:pubkey',
    scope: 'admin',
    limit: 'request',
    confirm: ({ approve }: { approve: boolean }) => approve,
    summary: 'Approve or refuse a member that has asked; stands for ten minutes',
    body: packages.onboardingDecision,
    answers: { 200: packages.onboardingRequests, 400: errorAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

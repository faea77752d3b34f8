import { errorAnswer, successAnswer } from '../../contract/operations.ts'
import * as packages from '../../contract/packages.ts'
import type { Route } from '../route.ts'

/** This device's own onboarding, and that of other devices. */
export const onboardingCalls = {
  onboard: {
    method: 'post',
    path: '/api/onboarding',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    summary:
      "Begin this device's own onboarding, with a bfonboard, its password, and which of its relays " +
      'may be connected to',
    body: packages.joinRequest,
    answers: { 200: packages.onboardingState, 400: errorAnswer },
  },
  onboarding: {
    method: 'get',
    path: '/api/onboarding',
    scope: 'admin',
    limit: 'request',
    confirm: 'sometimes',
    summary: "How far this device's own onboarding has come, and the credentials it brought",
    answers: { 200: packages.onboardingState },
  },
  giveUpOnboarding: {
    method: 'delete',
    path: '/api/onboarding',
    scope: 'admin',
    limit: 'request',
    summary:
      "Give up this device's own onboarding and delete what was made for it; after a failure only " +
      'the state is cleared',
    answers: { 200: successAnswer },
  },
  onboardingRequests: {
    method: 'get',
    path: '/api/onboarding/requests',
    scope: 'admin',
    limit: 'request',
    summary: 'The members that have asked this device for the group since its signer started',
    answers: { 200: packages.onboardingRequests },
  },
  decideOnboarding: {
    method: 'post',
    path: '/api/onboarding/requests/:pubkey',
    scope: 'admin',
    limit: 'request',
    summary: 'Approve or refuse a member that has asked; stands for ten minutes',
    body: packages.onboardingDecision,
    answers: { 200: packages.onboardingRequests, 400: errorAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

import { errorAnswer, successAnswer } from '#contract/operations.ts'
import * as reservedShares from '#contract/reserved-shares.ts'
import type { Route } from '#http/route.ts'

/** Shares for other devices, kept here until they have them. */
export const reservedSharesCalls = {
  reservedShares: {
    method: 'get',
    path: '/api/spares',
    scope: 'admin',
    limit: 'request',
    summary: 'The shares for other devices, and how far each is; never a share',
    answers: { 200: reservedShares.reservedSharesAnswer, 404: errorAnswer },
  },
  handOutSpare: {
    method: 'post',
    path: '/api/spares/:index/hand-out',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary:
      'Put a share into a bfonboard for one device, which may join without a question for a day; ' +
      'again for the same device, the same package, until it has signed',
    body: reservedShares.handOutRequest,
    answers: {
      200: reservedShares.handOutAnswer,
      400: errorAnswer,
      404: errorAnswer,
      409: errorAnswer,
    },
  },
  bringSpare: {
    method: 'post',
    path: '/api/spares',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    summary: 'Keep a share of the group that runs here for another device',
    body: reservedShares.bringRequest,
    answers: {
      200: reservedShares.reservedSharesAnswer,
      400: errorAnswer,
      409: reservedShares.bringRefusal,
    },
  },
  deleteSpare: {
    method: 'delete',
    path: '/api/spares/:index',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Keep a share no longer; one that no device has is lost for good',
    answers: { 200: successAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

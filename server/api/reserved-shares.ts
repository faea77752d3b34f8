import { reservedShares as texts } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import * as reservedShares from '#contract/reserved-shares.ts'
import { route } from './route.ts'
import { DEVICE, OTHER_SHARE } from './samples.ts'

const STATUS = { input: 400, unknown: 404, state: 409 } as const

/** Shares for other devices, kept here until they have them. */
export const reservedShareRoutes = {
  spares: route({
    method: 'get',
    path: '/api/spares',
    scope: 'admin',
    summary: 'List the shares for other devices, and how far each is',
    description: 'The answer holds no share.',
    answers: { 200: reservedShares.reservedSharesAnswer, 404: errorAnswer },
    handle: ({ request }, { keyset }) => {
      const view = keyset.reservedShares.view()
      return view === null ? request.json(texts.noKeyset, 404) : request.json(view)
    },
  }),

  handOutSpare: route({
    method: 'post',
    path: '/api/spares/:index/hand-out',
    params: { index: 'The index of the share in the group' },
    scope: 'admin',
    confirm: 'always',
    example: {
      params: { index: '2' },
      body: { name: 'Tablet' },
      answer: {
        pubkey: DEVICE,
        index: 2,
        package: 'bfonboard1...',
        password: 'five words made here',
        form: 'current',
      },
    },
    summary: 'Put a share into a bfonboard package for one device',
    description:
      'The device may join without a question for a day. Called again for the same device, ' +
      'this answers the same package until the device has signed.',
    body: reservedShares.handOutRequest,
    answers: {
      200: reservedShares.handOutAnswer,
      400: errorAnswer,
      404: errorAnswer,
      409: errorAnswer,
    },
    handle: async ({ actor, body, param, request }, { keyset: { kept, reservedShares } }) => {
      const index = Number(param('index'))
      const invited = await reservedShares.invite({ index, ...body, actor })
      if (invited.ok) return request.json(invited.value)
      kept.audit.record({
        actor,
        action: 'spare.hand-out',
        outcome: 'refused',
        ...(Number.isSafeInteger(index) && { detail: { index } }),
      })
      return request.json(messageOf(invited), STATUS[invited.reason])
    },
  }),

  bringSpare: route({
    method: 'post',
    path: '/api/spares',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    example: { body: { share: OTHER_SHARE, replaces: true } },
    summary: 'Keep a share that you bring, for another device',
    description: 'It must be a share of the group that runs here.',
    body: reservedShares.bringRequest,
    answers: {
      200: reservedShares.reservedSharesAnswer,
      400: errorAnswer,
      409: reservedShares.bringRefusal,
    },
    handle: async ({ actor, body, request }, { keyset: { kept, reservedShares } }) => {
      const brought = await reservedShares.add({ ...body, actor })
      const view = reservedShares.view()
      if (brought.ok && view !== null) return request.json(view)
      kept.audit.record({ actor, action: 'spare.bring', outcome: 'refused' })
      if (brought.ok) return request.json(texts.noKeyset, 409)
      const { replaces, reason } = brought
      if (reason === 'input') return request.json(messageOf(brought), 400)
      return request.json(
        { ...messageOf(brought), ...(replaces !== undefined && { replaces }) },
        409,
      )
    },
  }),

  deleteSpare: route({
    method: 'delete',
    path: '/api/spares/:index',
    params: { index: 'The index of the share in the group' },
    scope: 'admin',
    confirm: 'always',
    example: { params: { index: '2' } },
    summary: 'Delete a share that is kept for another device',
    description: 'If no device has it, it is lost for good.',
    answers: { 200: successAnswer, 404: errorAnswer },
    handle: ({ actor, param, request }, { keyset }) =>
      keyset.reservedShares.delete(Number(param('index')), actor)
        ? request.json({ success: true })
        : request.json(texts.unknown, 404),
  }),
}

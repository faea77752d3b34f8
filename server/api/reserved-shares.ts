import type { Context } from '#app/context.ts'
import { spares as texts } from '#contract/reserved-share-messages.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

/** Shares for other devices: listed, handed out, brought and deleted. */
export function reservedShareHandlers({
  keysets: {
    first: { reservedShares, kept },
  },
}: Context): Pick<Handlers, 'reservedShares' | 'handOutSpare' | 'bringSpare' | 'deleteSpare'> {
  return {
    reservedShares: ({ request }) => {
      const view = reservedShares.view()
      return view === null ? request.json({ error: texts.noKeyset }, 404) : request.json(view)
    },

    handOutSpare: async (call) => {
      const { request, body } = call
      const index = Number(call.param('index'))
      const handedOut = await reservedShares.invite({ index, ...body, actor: actorOf(call) })
      if (handedOut.ok) return request.json(handedOut.value)
      kept.audit.record({
        actor: actorOf(call),
        action: 'spare.hand-out',
        outcome: 'refused',
        ...(Number.isSafeInteger(index) && { detail: { index } }),
      })
      return request.json({ error: handedOut.error }, STATUS[handedOut.reason])
    },

    bringSpare: async (call) => {
      const { request, body } = call
      const brought = await reservedShares.add({ ...body, actor: actorOf(call) })
      const view = reservedShares.view()
      if (brought.ok && view !== null) return request.json(view)
      kept.audit.record({ actor: actorOf(call), action: 'spare.bring', outcome: 'refused' })
      if (brought.ok) return request.json({ error: texts.noKeyset }, 409)
      const { error, replaces, reason } = brought
      if (reason === 'input') return request.json({ error }, 400)
      return request.json({ error, ...(replaces !== undefined && { replaces }) }, 409)
    },

    deleteSpare: (call) => {
      const { request } = call
      return reservedShares.delete(Number(call.param('index')), actorOf(call))
        ? request.json({ success: true })
        : request.json({ error: texts.unknown }, 404)
    },
  }
}

const STATUS = { input: 400, unknown: 404, state: 409 } as const

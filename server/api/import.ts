import type { Context } from '#app/context.ts'
import { imports as texts } from '#contract/import-messages.ts'
import { discard } from '#http/body-limit.ts'
import type { Handlers } from '#http/router.ts'
import { statusOfStore } from '#http/store-status.ts'
import { decodedHeader, uploadOf } from '#http/upload.ts'
import { ImportError } from '#import/errors.ts'
import { StoreError } from '#store/errors.ts'
import { actorOf } from './actor.ts'

const PASSWORD_HEADER = 'x-import-password'

/** Moving in from igloo-server. */
export function importHandlers({ imports, keysets }: Context): Pick<Handlers, 'importIgloo'> {
  const { kept } = keysets.first
  return {
    importIgloo: async (call) => {
      const { request, query } = call
      const body = request.req.raw.body
      const password = decodedHeader(request.req.header(PASSWORD_HEADER))
      const source = uploadOf(body, new ImportError('UNFIT', texts.cutOff))
      const { user, scope, beside = 0, dryRun } = query
      const choices = { user, scope, password, dryRun: dryRun === 'true' }
      try {
        return request.json(await imports.igloo({ source, beside }, choices, actorOf(call)))
      } catch (error) {
        if (body !== null && !body.locked) void discard(body.getReader())
        if (error instanceof ImportError) {
          const detail = { reason: error.code }
          kept.audit.record({ actor: actorOf(call), action: 'import', outcome: 'refused', detail })
          return request.json({ error: error.message }, error.code === 'TAKEN' ? 409 : 400)
        }
        if (!(error instanceof StoreError)) throw error
        const status = error.code === 'TOO_LARGE' ? 413 : statusOfStore(error.code)
        return request.json({ error: error.message }, status)
      }
    },
  }
}

import { imports as texts } from '#contract/codes.ts'
import * as imports from '#contract/import.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { messageOf } from '#contract/message.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { decodedHeader, discardBody, uploadOf } from '#http/body.ts'
import { statusOfStore } from '#http/errors.ts'
import { ImportError } from '#import/errors.ts'
import { StoreError } from '#store/errors.ts'
import { route } from './route.ts'

/** Moving in from igloo-server. */
export const importRoutes = {
  importIgloo: route({
    method: 'post',
    path: '/api/import/igloo',
    scope: 'admin',
    // A password could be guessed through it.
    limit: 'recover',
    // It may bring API keys and apps.
    confirm: 'always',
    example: { query: { dryRun: 'true' } },
    summary: 'Import the data of an igloo-server: all of it or nothing',
    description:
      'The body is its `igloo.db` or its `.env`, followed by a second file if there is one: ' +
      'see `beside`.',
    upload: true,
    maxBody: IMPORT_BYTES_MAX,
    query: imports.importQuery,
    headers: {
      'X-Import-Password':
        'The password that the owner of the share has in igloo-server. Percent-encoded. Without it, the ' +
        'answer says who has a share in `igloo.db`',
    },
    answers: {
      200: imports.importAnswer,
      400: errorAnswer,
      409: errorAnswer,
      413: errorAnswer,
      503: errorAnswer,
    },
    handle: async ({ actor, query, request }, { imports, keyset }) => {
      const { body } = request.req.raw
      const password = decodedHeader(request.req.header('x-import-password'))
      const source = uploadOf(body, new ImportError('UNFIT', texts.cutOff))
      const { user, scope, beside = 0, dryRun } = query
      const choices = { user, scope, password, dryRun: dryRun === 'true' }
      try {
        return request.json(await imports.igloo({ source, beside }, choices, actor))
      } catch (error) {
        discardBody(body)
        if (error instanceof ImportError) {
          const detail = { reason: error.code }
          keyset.kept.audit.record({ actor, action: 'import', outcome: 'refused', detail })
          return request.json(messageOf(error.why), error.code === 'TAKEN' ? 409 : 400)
        }
        if (!(error instanceof StoreError)) throw error
        const status = error.code === 'TOO_LARGE' ? 413 : statusOfStore(error.code)
        return request.json(messageOf(error.why), status)
      }
    },
  }),
}

import type { Context } from '../context.ts'
import { docsPage } from '../http/docs-page.ts'
import type { Handlers } from '../http/mount.ts'
import { describeApi } from '../http/openapi.ts'

/** The API's description, for programs and for people, and the process's figures. */
export function descriptionHandlers({
  metrics,
}: Context): Pick<Handlers, 'openapi' | 'docs' | 'metrics'> {
  const description = describeApi()
  const page = docsPage()
  return {
    openapi: ({ request }) => request.json(description),
    docs: async ({ request }) => request.html(await page),
    metrics: async ({ request }) => {
      request.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      return request.body(await metrics.text())
    },
  }
}

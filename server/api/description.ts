import type { Context } from '#app/context.ts'
import { docsPage } from '#http/docs-page.ts'
import { describeApi } from '#http/openapi.ts'
import type { Handlers } from '#http/router.ts'

/**
 * The API's description, for programs and for people, and the process's figures. Descriptions are
 * made on first request: most servers are never asked, and would start later and keep 5 MB for
 * them.
 */
export function descriptionHandlers({
  metrics,
  config,
}: Context): Pick<Handlers, 'openapi' | 'openapiInDocs' | 'openapiYaml' | 'docs' | 'metrics'> {
  let description: ReturnType<typeof describeApi> | undefined
  let page: ReturnType<typeof docsPage> | undefined
  const described = () => {
    description ??= describeApi(config.basePath)
    return description
  }
  return {
    openapi: ({ request }) => request.json(described()),
    openapiInDocs: ({ request }) => request.json(described()),
    openapiYaml: async ({ request }) => {
      const { stringify } = await import('yaml')
      request.header('Content-Type', 'application/yaml; charset=utf-8')
      return request.body(stringify(described(), { aliasDuplicateObjects: false }))
    },
    docs: async ({ request }) => {
      page ??= docsPage()
      return request.html(await page)
    },
    metrics: async ({ request }) => {
      request.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      return request.body(await metrics.text())
    },
  }
}

import { html, raw } from 'hono/html'
import { VERSION } from '#lib/version.ts'
import { type Described, describeApi } from './openapi.ts'
import type { Route } from './route.ts'

type Operation = {
  summary: string
  parameters: { name: string; in: string; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

/** The API's description for people: one page without scripts, styled from a file of our own. */
export function docsPage(described: Described) {
  const { routes } = described
  const paths = describeApi(described)['paths'] as Record<string, Record<string, Operation>>
  const entries = Object.entries(routes)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floe ${VERSION}: API</title>
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<main>
<h1>Floe API</h1>
<p>Version ${VERSION}. Machine-readable: <a href="openapi.json">openapi.json</a>.
Credentials: <code>X-API-Key</code>, <code>Authorization: Bearer</code> or <code>Basic</code>, or
<code>X-Session-ID</code>. An error is <code>{"error": "…"}</code>.</p>
<nav aria-label="Calls"><ul>
${entries.map(([name, { method, path }]) => html`<li><a href="#${name}">${method.toUpperCase()} ${path}</a></li>`)}
</ul></nav>
${entries.map(([name, route]) => {
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  const operation = paths[path]?.[route.method]
  return operation ? section(name, route, operation) : raw('')
})}
</main>
</body>
</html>`
}

function section(name: string, route: Route, operation: Operation) {
  const { parameters, requestBody, responses } = operation
  const scope = route.scope === 'open' ? 'no credential' : `scope ${route.scope}`
  return html`<section id="${name}">
<h2>${route.method.toUpperCase()} ${route.path}</h2>
<p>${operation.summary}. <small>${scope}</small></p>
${parameters.length > 0 ? schemaBlock('Parameters', parameters) : ''}
${requestBody ? schemaBlock('Body', requestBody.content['application/json']?.schema) : ''}
${Object.entries(responses)
  .filter(([status]) => Number(status) in route.answers)
  .map(([status, answer]) =>
    schemaBlock(`${status} ${answer.description}`, answer.content?.['application/json']?.schema),
  )}
</section>`
}

const schemaBlock = (title: string, schema: unknown) =>
  schema === undefined
    ? html`<h3>${title}</h3>`
    : html`<details><summary>${title}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`

export const docsStyle = `:root { color-scheme: light dark; --line: #dde6eb; --ink-2: #41525f; --ice: #0a739c }
@media (prefers-color-scheme: dark) { :root { --line: #1e2d38; --ink-2: #aabac5; --ice: #64c4ea } }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif }
main { max-width: 820px; margin: 0 auto; padding: 24px 16px 64px }
a { color: var(--ice) }
nav ul { columns: 2; padding-left: 18px }
section { border-top: 1px solid var(--line); padding-top: 8px; margin-top: 24px }
h2 { font: 600 16px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
h3, summary { font-size: 14px; font-weight: 600; color: var(--ink-2) }
small { color: var(--ink-2) }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; padding: 12px; font-size: 13px }
@media (max-width: 560px) { nav ul { columns: 1 } }
`

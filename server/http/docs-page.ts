import { html } from 'hono/html'
import { VERSION } from '#lib/version.ts'
import { prose, type Schema, schemaFields, typeOf } from './docs-schemas.ts'
import { COMMON, type Json } from './openapi.ts'

type Content = Record<string, { schema: Schema; example?: unknown }>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-scope': string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

interface OpenApiDescription {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Call extends Operation {
  method: string
  path: string
}

/**
 * The API's description for people. It can be read without scripts; docs/script.js adds the search, and sends calls
 * with the session of the console in this tab or another.
 *
 * @param description of describeApi
 */
export function docsPage(description: Json) {
  const { info, tags, paths, components } = description as unknown as OpenApiDescription
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method, path })),
  )
  const groups = tags.map((tag) => ({
    ...tag,
    calls: calls.filter((call) => call.tags.includes(tag.name)),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floe ${VERSION}: API</title>
<link rel="icon" type="image/svg+xml" href="../favicon.svg">
<link rel="stylesheet" href="docs/style.css">
<script src="docs/script.js" defer></script>
</head>
<body>
<nav aria-label="Calls">
<label class="search" hidden>Search <input type="search" placeholder="sign, /api/rules, RelayState"></label>
${groups.map(
  ({ name, calls: own }) => html`<details open><summary>${name}</summary><ul>
${own.map((call) => html`<li data-find="${findable(call)}"><a href="#${call.operationId}">${badge(call)} ${call.path}</a></li>`)}
</ul></details>`,
)}
<a href="#schemas">Schemas</a>
</nav>
<main>
<h1>Floe API</h1>
<p>Version ${VERSION}. For programs: <a href="openapi.json">openapi.json</a>,
<a href="docs/openapi.yaml">openapi.yaml</a>. Credentials: <code>X-API-Key</code>,
<code>Authorization: Bearer</code> or <code>Basic</code>, or <code>X-Session-ID</code>.</p>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<table><caption>Answers that every call may give</caption>${Object.entries(COMMON).map(
    ([status, [, text]]) => html`<tr><td>${status}</td><td>${prose(text)}</td></tr>`,
  )}</table>
<p class="session" hidden></p>
${groups.map(
  ({ name, description, calls: own }) => html`<section class="group"><h2>${name}</h2>
<p>${description}</p>
${own.map(callSection)}</section>`,
)}
<section class="group" id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section id="schema-${name}" data-find="${name.toLowerCase()}">
<h3>${name}</h3>
${schemaFields(schema)}</section>`,
)}</section>
</main>
</body>
</html>`
}

const badge = ({ method }: Call) => html`<b class="${method}">${method.toUpperCase()}</b>`

/** What a search finds a call by. */
const findable = ({ path, operationId, summary, description = '', tags }: Call): string =>
  [path, operationId, summary, description, ...tags].join(' ').toLowerCase()

function callSection(call: Call) {
  const { operationId, path, summary, description, parameters, requestBody } = call
  const scope = call['x-scope']
  const needs = scope === 'open' ? 'no credential' : `scope ${scope}`
  const body = requestBody?.content['application/json']
  return html`<section id="${operationId}" data-find="${findable(call)}">
<h3>${badge(call)} ${path}</h3>
<p>${prose(summary)}. <small>${needs} · ${operationId}</small></p>
${description === undefined ? '' : html`<p>${prose(description)}</p>`}
${
  parameters.length > 0
    ? html`<table><caption>Parameters</caption>${parameters.map(
        ({ name, in: place, required, description, schema }) =>
          html`<tr><td><code>${name}</code></td><td>${place}${required ? '' : ', optional'}</td>
<td>${typeOf(schema)} ${prose(description)}</td></tr>`,
      )}</table>`
    : ''
}
${body ? html`<p>Body: ${typeOf(body.schema)}</p>` : ''}
${answers(call)}
${trial(call)}
</section>`
}

function answers({ responses }: Call) {
  const own = Object.entries(responses).flatMap(([status, { description, content }]) =>
    description === undefined ? [] : [{ status, description, content }],
  )
  const common = Object.entries(responses).flatMap(([status, { $ref }]) =>
    $ref === undefined ? [] : [status],
  )
  return html`<table><caption>Answers</caption>${own.map(
    ({ status, description, content = {} }) => {
      const [[type, answer] = ['', undefined]] = Object.entries(content)
      const shape = type === 'application/json' ? typeOf(answer?.schema ?? {}) : type
      return html`<tr><td>${status}</td><td>${prose(description)}</td><td>${shape}</td></tr>
${answer?.example === undefined ? '' : html`<tr><td></td><td colspan="2"><pre>${asText(answer.example)}</pre></td></tr>`}`
    },
  )}
<tr><td colspan="3"><small>And, as for every call: ${common.join(', ')}</small></td></tr></table>`
}

/** A form that the script shows and sends; none for a file or a WebSocket. */
function trial({ method, path, parameters, requestBody, responses }: Call) {
  const body = requestBody?.content['application/json']
  if ('101' in responses || (requestBody && !body)) return ''
  return html`<form hidden data-method="${method}" data-path="${path}">
${parameters
  .filter((parameter) => parameter.in !== 'header')
  .map(
    ({ name, in: place, example }) => html`<label>${name}
<input name="${name}" data-in="${place}" value="${String(example ?? '')}"></label>`,
  )}
${
  body
    ? html`<label>Body <textarea name="body" rows="6" spellcheck="false">${asText(body.example ?? {})}</textarea></label>`
    : ''
}
<button>${method === 'get' ? 'Ask' : 'Send'}</button>
<output></output>
</form>`
}

const asText = (value: unknown): string => JSON.stringify(value, null, 2)

import { expect, test } from 'vitest'
import { tableOf } from '#tests/support/access.ts'
import { documents, read } from './documents.ts'

const table = tableOf().map(([, { method, path, scope, upgrade }]) => ({
  ...{ method: upgrade ? 'WS' : method.toUpperCase(), path: plain(path), scope },
}))

/** A path without its query and body, and with `:` for each parameter: `/api/apps/:id` and `{id}` are alike. */
function plain(path: string): string {
  return path.replace(/[?[ ].*/, '').replaceAll(/:\w+|\{\w+\}/g, ':')
}

interface Named {
  method: string | undefined
  path: string
}

/** `POST /api/sign {message}`, `/api/nip44/...`, `GET`, `POST …/:id`, `/decrypt` */
const SPAN = /^(GET|POST|PUT|DELETE|WS)?(?:(?:^| )((?:…|\.\.\.)?\/\S*))?(?: [{[].*)?$/

/**
 * The calls that a line names in backquotes. A method alone belongs to the path beside it, and a path that begins with
 * `…` or without /api continues the one before.
 */
function callsOf(line: string): Named[] {
  const calls: Named[] = []
  const waiting: string[] = []
  let last: Named | undefined
  for (const [, code = ''] of line.matchAll(/`([^`]+)`/g)) {
    const [, method, path] = SPAN.exec(code) ?? []
    if (path === undefined) {
      if (method === undefined) continue
      if (last === undefined) waiting.push(method)
      else calls.push({ method, path: last.path })
      continue
    }
    const full = resolved(path, last?.path)
    if (full === undefined) continue
    last = { method: method ?? (path.startsWith('/api') ? undefined : last?.method), path: full }
    calls.push(...waiting.splice(0).map((other) => ({ method: other, path: full })), last)
  }
  return calls
}

/** Undefined: it is no path of the API. */
function resolved(path: string, before: string | undefined): string | undefined {
  if (/^\/(api|metrics)\b/.test(path)) return plain(path)
  if (before === undefined) return undefined
  const rest = plain(path.replace(/^…/, ''))
  const below = before + rest
  const beside = before.replace(/\/[^/]*$/, '') + rest
  return [below, beside].find((candidate) => table.some((route) => route.path === candidate))
}

/** The routes that a call names: several, if it ends in `...` or has no method. */
function routesOf({ method, path }: Named) {
  const start = path.replace(/(\.\.\.|…)$/, '')
  return table.filter(
    (route) =>
      (method === undefined || route.method === method) &&
      (start === path ? route.path === path : route.path.startsWith(start)),
  )
}

test.each(documents)('Every call of the API that %s names is in the table', (document) => {
  const lines = read(document).split('\n')
  const named = [
    ...lines.flatMap(callsOf),
    ...[...read(document).matchAll(/https?:\/\/[\w.:-]+(\/api\/[\w/-]+)/g)].map(
      ([, path = '']) => ({ method: undefined, path }),
    ),
  ]
  expect(named.filter((call) => routesOf(call).length === 0)).toEqual([])
})

/** The rows of the guide to the API: what they name, and the scopes that they say it needs. */
const rows = [
  ...read('docs/api.md').matchAll(
    /^\| (.*\/(?:api|metrics).*?) \| ((?:read|sign|approve|admin|none)(?:, \w+)*) \|/gm,
  ),
].map(([, calls = '', scopes = '']) => ({
  routes: callsOf(calls).flatMap(routesOf),
  calls,
  scopes: scopes.replace('none', 'open').split(', '),
}))

test.each(rows)('The guide says which scope opens $calls', ({ routes, scopes }) => {
  expect(routes.filter(({ scope }) => !scopes.includes(scope))).toEqual([])
  expect(scopes.filter((scope) => !routes.some((route) => route.scope === scope))).toEqual([])
})

test('The guides to the API and to igloo-server’s calls name every call', () => {
  const lines = ['docs/api.md', 'docs/igloo-server.md'].flatMap((path) => read(path).split('\n'))
  const named = new Set(lines.flatMap((line) => callsOf(line).flatMap(routesOf)))
  expect(table.filter((route) => !named.has(route))).toEqual([])
})

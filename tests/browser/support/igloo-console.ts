import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Scope, temporaryFolder } from '../../support/scope.ts'

const run = promisify(execFile)

const NEW = process.env['IGLOO_SERVER_SOURCES'] ?? ''
const OLD = process.env['IGLOO_SERVER_OLD_SOURCES'] ?? ''

export type IglooVersion = '0.1.8' | '1.1.0'

/** Checkouts of igloo-server: they are not ours to hand on. */
const SOURCES: Record<IglooVersion, string> = { '0.1.8': OLD, '1.1.0': NEW }

/** The older version's packages are no longer available; both use the newer version's. */
const PACKAGES = join(NEW, 'node_modules')

export const hasConsole = (version: IglooVersion): boolean =>
  [SOURCES[version], NEW].every((folder) => existsSync(join(folder, 'frontend/index.tsx'))) &&
  existsSync(PACKAGES)

/** What the console requests from the internet, and what replaces it. */
const ELSEWHERE: readonly [asked: RegExp, given: string][] = [
  [/https:\/\/fonts\.googleapis\.com[^"')]*/g, 'data:text/css,'],
  [
    /https:\/\/www\.gravatar\.com\/avatar\//g,
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>#',
  ],
]
const USUAL_RELAY = 'wss://relay.primal.net'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
}

/**
 * igloo-server's own console, bundled from its sources by its own commands, and Floe, at one origin as behind
 * an owner's proxy: the console's files are served, all other requests go to Floe.
 *
 * @param floe the address of the server
 * @param relay replaces the public relay that is built into the console
 * @returns the console's address
 */
export async function startIglooConsole(
  scope: Scope,
  version: IglooVersion,
  { floe, relay }: { floe: string; relay: string },
): Promise<string> {
  const folder = await bundle(scope, version)
  const onward = new URL(floe)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', onward)
    const file = join(folder, 'static', pathname === '/' ? 'index.html' : pathname)
    const type = TYPES[extname(file)]
    if (!pathname.startsWith('/api/') && type !== undefined && existsSync(file)) {
      response.writeHead(200, { 'Content-Type': type }).end(atHome(file, relay))
      return
    }
    const { method, url, headers } = request
    const asked = ask({ host: onward.hostname, port: onward.port, method, path: url, headers })
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  })
  server.on('upgrade', (request, socket, head) => {
    const lines = [`GET ${request.url} HTTP/1.1`]
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
    }
    const through = connect(Number(onward.port), onward.hostname)
    through.write(`${lines.join('\r\n')}\r\n\r\n`)
    through.write(head)
    through.pipe(socket).pipe(through)
    for (const end of [through, socket]) end.on('error', () => {})
    socket.on('close', () => through.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A file of the console, changed so that it requests nothing from the internet. */
function atHome(file: string, relay: string): string | Buffer {
  const whole = readFileSync(file)
  if (!/\.(js|css)$/.test(file)) return whole
  return ELSEWHERE.reduce(
    (text, [asked, given]) => text.replace(asked, given),
    String(whole).replaceAll(USUAL_RELAY, relay),
  )
}

/** Builds the console by its own commands. @returns the folder, which is gone when the test ends */
async function bundle(scope: Scope, version: IglooVersion): Promise<string> {
  const folder = temporaryFolder(scope)
  for (const part of ['frontend', 'static']) {
    cpSync(join(SOURCES[version], part), join(folder, part), { recursive: true })
  }
  mkdirSync(join(folder, 'static'), { recursive: true })
  symlinkSync(PACKAGES, join(folder, 'node_modules'))
  const program = (name: string) => join(PACKAGES, '.bin', name)
  await Promise.all([
    run(
      program('esbuild'),
      [
        ...['frontend/index.tsx', '--bundle', '--outfile=static/app.js', '--jsx=automatic'],
        '--define:process.env.NODE_ENV="production"',
      ],
      { cwd: folder },
    ),
    run(program('tailwindcss'), ['-i', './styles.css', '-o', '../static/styles.css'], {
      cwd: join(folder, 'frontend'),
    }),
  ])
  return folder
}

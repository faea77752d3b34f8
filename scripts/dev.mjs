// npm run dev: runs the server from its sources, restarted when one of them changes, and the console
// on Vite's development server, which passes /api and /metrics on to it. One Ctrl-C stops both.
// HOST_PORT, DATA_DIR and the rest are the server's own settings.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

const vite = await createServer({ configFile: `${root}vite.config.ts`, configLoader: 'native' })

// A process group of its own: the terminal's Ctrl-C reaches only this process, so the server is
// asked to stop exactly once.
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', detached: true },
)
const serverEnded = once(server, 'exit')
process.on('exit', () => server.kill('SIGTERM'))

let stopping = false

async function stop(exitCode) {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await Promise.all([serverEnded, vite.close()])
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
serverEnded.then(() => stop(1))

try {
  await vite.listen()
  vite.printUrls()
} catch (error) {
  console.error(`floe: the console can't be served: ${error.message}`)
  await stop(1)
}

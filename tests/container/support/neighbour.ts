import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Started } from './containers.ts'
import { API_KEY, FLOE_PORT, type Floe } from './floe.ts'

/** The answer to a request; null if there was none. */
export type NeighbourAnswer = { status: number; body: unknown } | null

/** Asks for signatures of random hashes, and prints each hash with its answer when that comes. */
const PROGRAM = `
const [url, key, count, isUntilRefused] = process.argv.slice(1)
const headers = { 'Content-Type': 'application/json', 'X-API-Key': key }
async function ask() {
  const message = require('node:crypto').randomBytes(32).toString('hex')
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message }) })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch(() => null)
  console.log(JSON.stringify([message, answer]))
  if (isUntilRefused === 'true' && answer?.status === 200) await ask()
}
for (let n = 0; n < Number(count); n += 1) ask()
`

export interface Neighbour {
  /** The answers so far, by hash. */
  readonly answers: ReadonlyMap<string, NeighbourAnswer>
  /** Resolves when every request has ended. */
  readonly ended: Promise<unknown>
}

export interface NeighbourOptions {
  /** How many requests it makes at once. */
  count: number
  /** Whether each signature is followed by the next request. */
  isUntilRefused?: boolean
}

/**
 * Asks Floe for signatures from a container on its network. The engine forwards what this machine asks a container,
 * and when that container ends, it may drop answers that were sent.
 *
 * @param from a container with Node, which runs longer than Floe
 */
export async function askBeside(
  from: Started,
  floe: Floe,
  { count, isUntilRefused = false }: NeighbourOptions,
): Promise<Neighbour> {
  const address = await floe.inspect('{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}')
  const url = `http://${address}:${FLOE_PORT}/api/sign`
  const options = [url, API_KEY, `${count}`, `${isUntilRefused}`]
  const child = spawn('docker', ['exec', from.id, 'node', '--eval', PROGRAM, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answers = new Map<string, NeighbourAnswer>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [hash, answer] = JSON.parse(line) as [string, NeighbourAnswer]
    answers.set(hash, answer)
  })
  return { answers, ended: once(child, 'close') }
}

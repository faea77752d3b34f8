// Every client program is a genuine client library behind the few calls that an app makes to a remote signer.
// The test writes one JSON object a line, { call, name, args }, and gets one back: { call, value } or
// { call, error }. The first line that it gets, { can }, names the calls that the library has.
import process from 'node:process'
import { createInterface } from 'node:readline'

// Libraries write anything to the console, also secrets of the session. That must not get into a test's
// output, nor between the answers.
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = () => true
process.stdout.on('error', () => process.exit(1))
for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace']) console[level] = () => {}

// A rejection that a library does not handle must not end the process: the next request may work.
process.on('unhandledRejection', () => {})

/**
 * Serves one client until its input ends. What a client can't do, it has no function for.
 *
 * @typedef {object} Client
 * @property {(uri: string) => Promise<void>} [pairByBunker] resolves when the signer has accepted
 * @property {(relays: string[]) => Promise<string>} [invite] returns a nostrconnect:// link
 * @property {() => Promise<void>} [invited] resolves when a signer has answered that link
 * @property {() => Promise<string>} getPublicKey the user's, x-only, hex
 * @property {(event: object) => Promise<object>} sign kind, content, tags, created_at in; signed out
 * @property {(pubkey: string, text: string) => Promise<string>} [nip04Encrypt]
 * @property {(pubkey: string, text: string) => Promise<string>} [nip04Decrypt]
 * @property {(pubkey: string, text: string) => Promise<string>} [nip44Encrypt]
 * @property {(pubkey: string, text: string) => Promise<string>} [nip44Decrypt]
 * @property {() => Promise<void>} [ping]
 * @property {() => Promise<void>} [logout]
 * @property {() => Promise<unknown>} [save] what the app keeps of its session, for `restore`
 * @property {(session: unknown) => Promise<void>} [restore] in a new process
 * @property {(method: string, params: string[]) => Promise<string>} [request] any method at all
 *
 * @param {Client} client
 */
export function serve(client) {
  const answer = (message) => write(`${JSON.stringify(message)}\n`)
  answer({ can: Object.keys(client).filter((name) => typeof client[name] === 'function') })
  const lines = createInterface({ input: process.stdin })
  lines.on('line', async (line) => {
    const { call, name, args } = JSON.parse(line)
    try {
      answer({ call, value: (await client[name](...args)) ?? null })
    } catch (error) {
      answer({ call, error: textOf(error) })
    }
  })
  lines.on('close', () => process.exit(0))
}

/** Some libraries reject with a text, or with the whole answer of the signer. */
function textOf(error) {
  if (typeof error === 'string') return error
  return String(error?.message ?? error?.error ?? error)
}

/** The parts of a `bunker://` link, for libraries that want them one by one. */
export function readBunker(uri) {
  const { hostname, pathname, searchParams } = new URL(uri)
  return {
    pubkey: hostname || pathname.slice(2),
    relays: searchParams.getAll('relay'),
    secret: searchParams.get('secret') ?? '',
  }
}

// Counts the files that a reader passes who follows a message through the server: those on the stack, with
// waiting callers, wherever the way crosses a queue.
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Inbox } from '#nip46/inbox.ts'
import { RequestHandler } from '#nip46/request-handler.ts'
import { Inbox as PeerInbox } from '#signer/guard.ts'
import { PeerAuthoriser } from '#signer/peers/authorise-peer.ts'
import { SignQueue } from '#signer/signing/sign-queue.ts'
import { startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { newHash } from '../support/new-hash.ts'
import type { Scope } from '../support/scope.ts'

/** The most files that each way may pass. */
const MOST = {
  'POST /api/sign': 24,
  'a frame to its responder': 8,
  'an app’s request to the key': 10,
}

/** Where either protocol asks for a signature. */
const ASKING = /^signer\/v[12]\/sign/

interface Crossing {
  /** The object whose method is watched. */
  owner: object
  method: string
  /** Whether a call belongs to the way, and not to something else; by default, each does. */
  isOnWay?(args: readonly unknown[], stack: readonly string[]): boolean
}

/** Collects the server's files on the stack of each call of a crossing, until the test ends. */
function watch(scope: Scope, crossings: readonly Crossing[]): Set<string> {
  const files = new Set<string>()
  for (const { owner, method, isOnWay = () => true } of crossings) {
    const methods = owner as Record<string, (...args: unknown[]) => unknown>
    const original = methods[method]
    if (original === undefined) throw new Error(`no method ${method}`)
    methods[method] = function watched(...args) {
      const stack = filesOnStack()
      if (isOnWay(args, stack)) for (const file of stack) files.add(file)
      return original.apply(this, args)
    }
    scope.onTestFinished(() => {
      methods[method] = original
    })
  }
  return files
}

function filesOnStack(): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  const { stack = '' } = new Error('for its stack')
  Error.stackTraceLimit = stackTraceLimit
  return [...stack.matchAll(/\/server\/([\w/.-]+\.ts)/g)].map(([, file = '']) => file)
}

/** Prints the files: they show where the way goes if the limit is exceeded. */
function check(way: keyof typeof MOST, files: ReadonlySet<string>): void {
  process.stdout.write(`${way}: ${files.size} files\n  ${[...files].join('\n  ')}\n`)
  expect(files.size).toBeGreaterThan(2)
  expect(files.size).toBeLessThanOrEqual(MOST[way])
}

describe.each(['1.x', '2026'] as const)('a signature in %s', (generation) => {
  test('passes few files from the call to the relay, and from the relay to the responder', async (scope) => {
    const { server } = await startAppSigner(scope, { generation })
    const self = server.context.keysets.first.supervisor.signer?.self.xonly ?? ''
    let isSent = false
    const asking = watch(scope, [
      { owner: SignQueue.prototype, method: 'push' },
      {
        owner: WebSocket.prototype,
        method: 'send',
        // Not a ping, nor what a peer sends.
        isOnWay: ([frame], stack) => {
          const isOurs = String(frame).includes(`"pubkey":"${self}"`)
          const isFirst = !isSent && isOurs && stack.some((file) => ASKING.test(file))
          isSent ||= isFirst
          return isFirst
        },
      },
    ])
    const answering = watch(scope, [
      { owner: PeerInbox.prototype, method: 'push' },
      { owner: PeerAuthoriser.prototype, method: 'deniedBySwitch' },
    ])

    const { status } = await server.post('/api/sign', { message: newHash() })

    expect(status).toBe(200)
    check('POST /api/sign', asking)
    check('a frame to its responder', answering)
  })
})

test('a request of an app passes few files on its way to the key', async (scope) => {
  const { server, invite } = await startAppSigner(scope)
  const client = await startAppClient(scope, await invite())
  await client.connect()
  const files = watch(scope, [
    { owner: Inbox.prototype, method: 'receive' },
    { owner: RequestHandler.prototype, method: 'handle' },
    { owner: server.context.keysets.first.key, method: 'carryOut' },
  ])

  const { error } = await client.ask('sign_event', [JSON.stringify({ kind: 1, content: 'x' })])

  expect(error).toBeUndefined()
  check('an app’s request to the key', files)
})

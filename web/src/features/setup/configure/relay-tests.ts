import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ECHO_SEND_TIMEOUT } from '#contract/limits.ts'
import type { relayTestAnswer } from '#contract/operations.ts'
import { post } from '#web/lib/api-client.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { milliseconds } from '#web/lib/time.ts'
import { common, configure } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'

/** Keyed by URL; a missing relay was not tested. */
type RelayTests = ReadonlyMap<string, RelayTestDescription>

/** The server runs this many tests at a time, for everybody. */
const AT_ONCE = 3

/** Relay tests, each with its result as soon as it is there. Running tests end with the screen. */
export function useRelayTests(): { tests: RelayTests; run(urls: readonly string[]): void } {
  const [tests, setTests] = useState<RelayTests>(new Map())
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function work(urls: string[], signal: AbortSignal): Promise<void> {
    for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
      const tested = url
      const found = await outcomeOf(tested, signal)
      if (signal.aborted) return
      setTests((before) => new Map(before).set(tested, found))
    }
  }

  function run(urls: readonly string[]) {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setTests(new Map(urls.map((url) => [url, running])))
    const left = [...urls]
    for (let n = 0; n < AT_ONCE; n += 1) void work(left, controller.signal)
  }

  return { tests, run }
}

async function outcomeOf(url: string, signal: AbortSignal): Promise<RelayTestDescription> {
  try {
    return describeRelayTest(await testRelay(url, signal))
  } catch (error) {
    return failed(reasonOf(error))
  }
}

type RelayTestAnswer = z.infer<typeof relayTestAnswer>
export type RelayTest = RelayTestAnswer['results'][number]

/** What the server needs besides the test itself. */
const MARGIN = 5_000

/** Has the server test one relay, which takes up to 10 s. */
async function testRelay(url: string, signal: AbortSignal): Promise<RelayTest> {
  const answer = await post<RelayTestAnswer>(
    '/api/relays/test',
    { relays: [url] },
    { signal, timeout: ECHO_SEND_TIMEOUT + MARGIN },
  )
  const [result] = answer.results
  if (result === undefined) throw new Error(common.serverError(200))
  return result
}

const texts = configure.relayTests

export interface RelayTestDescription {
  kind: 'ok' | 'warn' | 'bad' | 'wait'
  text: string
}

/** The words while it runs. */
const running: RelayTestDescription = { kind: 'wait', text: texts.running }

/** A test without a result. */
const failed = (reason: string): RelayTestDescription => ({
  kind: 'bad',
  text: texts.failed(reason),
})

/** The result of a relay test, in words. */
export function describeRelayTest(test: RelayTest): RelayTestDescription {
  const latency = test.latency === undefined ? '' : ` (${milliseconds(test.latency)})`
  const { error = texts.noReason, code, params } = test
  const reason = translateMessage({ error, code, params })
  if (test.echo) return { kind: 'ok', text: texts.ok(latency) }
  if (!test.connected) return { kind: 'bad', text: texts.unreachable(reason) }
  if (!test.acceptsKind) return { kind: 'bad', text: texts.refuses(latency, reason) }
  return { kind: 'warn', text: texts.loses(latency, reason) }
}

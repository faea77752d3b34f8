import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../lib/query-client.ts'
import {
  describeRelayTest,
  failed,
  type RelayTestDescription,
  running,
} from './describe-relay-test.ts'
import { testRelay } from './test-relay.ts'

/** Keyed by URL; a missing relay was not tested. */
export type RelayTests = ReadonlyMap<string, RelayTestDescription>

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

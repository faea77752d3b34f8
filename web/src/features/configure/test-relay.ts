import type { z } from 'zod'
import { ECHO_SEND_TIMEOUT } from '#contract/limits.ts'
import type { relayTestAnswer } from '#contract/operations.ts'
import { post } from '../../lib/api-client.ts'
import { common } from '../../texts/texts.ts'

type RelayTestAnswer = z.infer<typeof relayTestAnswer>
export type RelayTest = RelayTestAnswer['results'][number]

/** What the server needs besides the test itself. */
const MARGIN = 5_000

/** Has the server test one relay, which takes up to 10 s. */
export async function testRelay(url: string, signal: AbortSignal): Promise<RelayTest> {
  const answer = await post<RelayTestAnswer>(
    '/api/relays/test',
    { relays: [url] },
    { signal, timeout: ECHO_SEND_TIMEOUT + MARGIN },
  )
  const [result] = answer.results
  if (result === undefined) throw new Error(common.serverError(200))
  return result
}

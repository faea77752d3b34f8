import { newRequestId } from '#protocol/v2/envelope.ts'
import type { Message } from '#protocol/v2/messages.ts'
import type { SealedEcho } from '../self-echo.ts'
import type { Messenger } from './messenger.ts'

/**
 * A message to ourselves. This protocol has none, so we send an answer to no request: another device
 * with our share ignores it.
 */
const ECHO: Message = { type: 'Error', data: { code: 'echo', message: 'echo' } }

/** @param self our own x-only key */
export function sealEcho(messenger: Messenger, self: string): SealedEcho {
  const id = newRequestId()
  const event = messenger.seal(self, id, ECHO)
  if (!event.ok) throw new Error(event.error)
  return { id, event: event.value }
}

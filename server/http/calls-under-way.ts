import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { http } from '#contract/messages.ts'
import { answerJson } from './json-answer.ts'
import { beginAnswer } from './request-id.ts'

/** When a caller that came too late may find a server again. Seconds. */
const RETRY_AFTER = 5

/** The calls that are not answered yet. */
export interface CallsUnderWay {
  /** True: it stops, and a call is refused. */
  readonly isStopping: boolean
  /** Counts a call until it is answered, or its client is gone. */
  add(answer: ServerResponse): void
  /** Tells a call that came after the stop to come again. */
  refuse(answer: ServerResponse, path: string): void
  /**
   * From now on calls are refused.
   *
   * @param within how long it is waited for those that were begun. Milliseconds
   * @returns resolves when they are answered, or the time is over
   */
  finish(within: number): Promise<void>
}

export function createCallsUnderWay(): CallsUnderWay {
  const answers = new Set<ServerResponse>()
  const changes = new EventEmitter()
  let isStopping = false

  const add = (answer: ServerResponse) => {
    answers.add(answer)
    answer.once('close', () => {
      answers.delete(answer)
      if (answers.size === 0) changes.emit('answered')
    })
  }

  return {
    get isStopping() {
      return isStopping
    },
    add,
    refuse: (answer, path) => {
      add(answer)
      beginAnswer(answer, path)
      answer.setHeader('Retry-After', RETRY_AFTER)
      answer.setHeader('Connection', 'close')
      answerJson(answer, 503, { error: http.stopping, code: 'STOPPING' })
    },
    finish: async (within) => {
      isStopping = true
      // Their connections end with their answers: nothing more is asked on them.
      for (const answer of answers) {
        if (!answer.headersSent) answer.setHeader('Connection', 'close')
      }
      const timeOver = AbortSignal.timeout(within)
      while (answers.size > 0 && !timeOver.aborted) {
        await once(changes, 'answered', { signal: timeOver }).catch(() => {})
      }
    },
  }
}

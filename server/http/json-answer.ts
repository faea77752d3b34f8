import type { ServerResponse } from 'node:http'

/** Answers a call in JSON before the app has seen it. */
export function answerJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.statusCode = status
  answer.setHeader('Content-Type', 'application/json')
  answer.end(JSON.stringify(body))
}

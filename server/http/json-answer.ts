import type { ServerResponse } from 'node:http'

/** Answers a call in JSON where no application is at hand that would. */
export function answerJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.statusCode = status
  answer.setHeader('Content-Type', 'application/json')
  answer.end(JSON.stringify(body))
}

import type { Nip46PolicyUpdate, Nip46Request } from '#contract/nip46.ts'
import type { Question } from '#contract/questions.ts'
import type { PairedApp } from './apps-sessions.ts'

/** The method of NIP-46 by which an app asks for something. */
const methodOf = ({ operation }: Pick<Question, 'operation'>): string =>
  operation === 'sign' ? 'sign_event' : operation.replace('.', '_')

/** Whether a change of a policy is about nothing but what a question asks. */
export const isAbout = (
  question: Question,
  { methods = {}, kinds = {} }: Nip46PolicyUpdate,
): boolean =>
  Object.keys(methods).every((method) => method === methodOf(question)) &&
  Object.keys(kinds).every((kind) => kind === String(question.kind))

/** An open question of an app as a request of igloo-server. @param owner whom it is shown to */
export function requestOf(question: Question, app: PairedApp, owner: string): Nip46Request {
  const { id, event, counterparty, askedAt, runsOutAt } = question
  const method = methodOf(question)
  // As the app has sent them, but for texts: those wait nowhere.
  const params = [
    ...(event === undefined ? [] : [JSON.stringify(event)]),
    ...(counterparty === undefined ? [] : [counterparty]),
  ]
  const session = {
    pubkey: app.client,
    profile: { name: app.name, ...(app.claims.url !== undefined && { url: app.claims.url }) },
  }
  return {
    ...{ id, user_id: owner, session_pubkey: app.client, method },
    params: JSON.stringify({ id, method, params, session }),
    ...{ status: 'pending', result: null, error: null },
    ...{ created_at: askedAt, updated_at: askedAt, expires_at: runsOutAt },
  }
}

/** @returns how many of the requests a call wants to see: those that wait are all there are */
export function wantedCount({
  status,
  limit,
}: {
  status?: string | undefined
  limit?: string | undefined
}): number {
  const statuses = (status ?? '').split(',').map((name) => name.trim().toLowerCase())
  const known = statuses.filter((name) => STATUSES.includes(name))
  if (known.length > 0 && !known.includes('pending')) return 0
  const count = Number.parseInt(limit ?? '', 10) || COUNT
  return Math.min(Math.max(count, 1), COUNT_MAX)
}

const STATUSES = ['pending', 'approved', 'denied', 'completed', 'failed', 'expired']
const COUNT = 100
const COUNT_MAX = 500

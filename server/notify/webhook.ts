import type { Notification } from './notification.ts'

/** Milliseconds. */
const TIMEOUT = 10_000

/** Where notifications go. A webhook is the only kind today. */
export interface Channel {
  url: string
  token: string | null
  /** The console's address, which ends in a slash if it has a path; null: notifications have no link. */
  console: string | null
}

export type Delivered = { ok: true } | { ok: false; error: string }

/**
 * Sends a notification: a POST of JSON, `{title, message, link?, kind, state, cause}`. The headers are for
 * ntfy (docs.ntfy.sh/publish: templates, title, message, click); other servers ignore them. Follows no
 * redirect, and reads only the answer's status.
 *
 * @returns an error message without the address when it was not taken; never rejects
 */
export async function deliver(
  channel: Channel,
  notification: Notification,
  signal?: AbortSignal,
): Promise<Delivered> {
  const timeout = AbortSignal.timeout(TIMEOUT)
  try {
    const answer = await fetch(channel.url, {
      method: 'POST',
      redirect: 'manual',
      headers: headersFor(channel, notification),
      body: JSON.stringify(bodyOf(channel, notification)),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })
    await answer.body?.cancel()
    return answer.ok ? { ok: true } : { ok: false, error: refusalOf(answer.status) }
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  }
}

const linkOf = ({ console }: Channel, { page }: Notification): string | undefined =>
  console === null ? undefined : new URL(`.${page}`, console).href

function headersFor(channel: Channel, notification: Notification): Record<string, string> {
  const link = linkOf(channel, notification)
  return {
    'content-type': 'application/json',
    ...(channel.token !== null && { authorization: `Bearer ${channel.token}` }),
    'x-template': 'yes',
    'x-title': '{{.title}}',
    'x-message': '{{.message}}',
    ...(notification.state === 'open' && { 'x-priority': 'high' }),
    ...(link !== undefined && { 'x-click': link }),
  }
}

function bodyOf(channel: Channel, notification: Notification): object {
  const { title, message, kind, state, cause } = notification
  const link = linkOf(channel, notification)
  return { title, message, ...(link !== undefined && { link }), kind, state, cause }
}

function refusalOf(status: number): string {
  if (status === 401 || status === 403) return `it refuses us (${status}): check the token`
  if (status === 404) return 'there is nothing at this address (404): check it'
  if (status >= 300 && status < 400) {
    return `it sends us elsewhere (${status}), where we don't follow: give the final address`
  }
  if (status === 429) return 'it takes no more for now (429): it asks for less'
  return `it answered ${status}`
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known: check the address',
  EAI_AGAIN: 'its name can not be looked up now',
  ECONNREFUSED: 'nothing listens there: check the address, and whether it runs',
  ECONNRESET: 'the connection broke',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not from an authority we know',
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached'
  if (error.name === 'TimeoutError') return `it did not answer within ${TIMEOUT / 1_000} s`
  const { code } = (error.cause ?? {}) as { code?: string }
  return (code !== undefined && CAUSES[code]) || 'it could not be reached'
}

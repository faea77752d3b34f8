import { notifyAddress, notifyToken } from '#contract/notify.ts'
import type { Secret } from '#lib/secret.ts'
import type { ConfigReader } from './reader.ts'

/** Where notices go, until it is set in the console. The address may be a secret too: ntfy's topics are. */
export interface NotifyConfig {
  notify: { url: Secret; token: Secret | undefined } | undefined
}

export function readNotify({ secret, problems }: ConfigReader): NotifyConfig {
  const url = secret('NOTIFY_URL')
  const token = secret('NOTIFY_TOKEN')
  if (url === undefined) {
    if (token !== undefined) problems.push('NOTIFY_TOKEN is of no use without NOTIFY_URL')
    return { notify: undefined }
  }
  const isAddress = notifyAddress.safeParse(url.reveal())
  if (!isAddress.success) problems.push(`NOTIFY_URL ${isAddress.error.issues[0]?.message}`)
  const isToken = notifyToken.safeParse(token?.reveal() ?? '-')
  if (!isToken.success) problems.push(`NOTIFY_TOKEN ${isToken.error.issues[0]?.message}`)
  return { notify: { url, token } }
}

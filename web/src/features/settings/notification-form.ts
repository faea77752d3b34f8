import type { NotifyRequest } from '#contract/notify.ts'
import { notificationsPanel as texts } from '../../texts/texts.ts'

/** The address of notifications, as typed. */
interface NotifyForm {
  url: string
  token: string
}

type Filled =
  | { ok: true; request: NotifyRequest }
  | { ok: false; problems: { url?: string; token?: string } }

/**
 * What a form asks the server for, or what is wrong with it.
 *
 * @param console the page's address: notifications link there
 */
export function requestOf({ url, token }: NotifyForm, console: string): Filled {
  const address = url.trim()
  const secret = token.trim()
  const problems = {
    ...(!isAddress(address) && { url: texts.badUrl }),
    ...(!/^[\x21-\x7e]*$/.test(secret) && { token: texts.badToken }),
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  // Without a token, the saved one stays as long as the address does.
  return { ok: true, request: { url: address, console, ...(secret !== '' && { token: secret }) } }
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

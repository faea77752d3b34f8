import {
  API_KEY_NAME_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  USERNAME_CHARS_MAX,
} from './limits.ts'
import { auth } from './messages.ts'
import type { Translation } from './translation.ts'

type Texts = Translation<typeof auth>

/** Id and name of the environment's API key. */
export const ENVIRONMENT_KEY = 'environment'

/** No control or format characters, no line separators: what a person can see and type. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u

/** Characters as a person counts them, not UTF-16 units; a huge text is not split up for that. */
const isLongerThan = (text: string, max: number): boolean =>
  text.length > 2 * max || [...text].length > max

/** What is wrong with a username, told to whoever chose it; undefined if nothing is. */
export function usernameProblem(username: string, texts: Texts = auth): string | undefined {
  if (username === '') return texts.usernameRequired
  if (isLongerThan(username, USERNAME_CHARS_MAX)) return texts.usernameTooLong(USERNAME_CHARS_MAX)
  // RFC 7617 ends the username at the first colon.
  const sound = PRINTABLE.test(username) && !username.includes(':') && username.trim() === username
  return sound ? undefined : texts.usernameCharacters
}

/** What is wrong with a new password; undefined if nothing is. */
export function passwordProblem(password: string, texts: Texts = auth): string | undefined {
  if (isTooLongPassword(password)) return texts.passwordTooLong(PASSWORD_CHARS_MAX)
  const tooShort = [...password].length < PASSWORD_CHARS_MIN
  return tooShort ? texts.passwordTooShort(PASSWORD_CHARS_MIN) : undefined
}

/** Nobody has such a password, so it need not be checked. */
export const isTooLongPassword = (password: string): boolean =>
  isLongerThan(password, PASSWORD_CHARS_MAX)

/** What is wrong with the name of an API key; undefined if nothing is. */
export function keyNameProblem(name: string, texts: Texts = auth): string | undefined {
  if (name.trim() === '') return texts.keyNameRequired
  if (isLongerThan(name, API_KEY_NAME_CHARS_MAX)) {
    return texts.keyNameTooLong(API_KEY_NAME_CHARS_MAX)
  }
  if (!PRINTABLE.test(name)) return texts.keyNameCharacters
  return name === ENVIRONMENT_KEY ? texts.keyNameReserved(name) : undefined
}

import {
  API_KEY_NAME_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  USERNAME_CHARS_MAX,
} from './limits.ts'

/** Signing in, passwords and API keys (design, sections 4.1 and 4.2). */
export const auth = {
  required: 'Authentication required',
  openAccess:
    'Open access: everyone who reaches this server can read the share and sign, without a login',
  signInLink: (url: string) => `Sign in within 10 minutes: ${url}`,
  invalidCredentials: 'Invalid credentials',
  confirm:
    'This shows secrets or widens rights: first confirm that it is you. Send your password or API key to ' +
    'POST /api/auth/confirm; that lasts five minutes',
  tooMany: (seconds: number) =>
    `Too many requests, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  busy: 'Too many sign-ins at the moment, try again shortly',
  confirmWrong: 'That is neither the password nor an API key with the same rights',
  scope: (needed: string) => `This API key may not do that: it needs the scope '${needed}'`,

  usernameRequired: 'Username is required',
  usernameTooLong: (max: number) => `Username is longer than ${max} characters`,
  usernameCharacters:
    'Username must consist of printable characters, with no colon and no space at either end',
  passwordTooShort: (min: number) => `Password is shorter than ${min} characters`,
  passwordTooLong: (max: number) => `Password is longer than ${max} characters`,
  passwordWrong: 'Current password is wrong',
  passwordSet: 'Username and password were set. All other sessions have ended.',

  keyNameRequired: 'Name of the API key is required',
  keyNameTooLong: (max: number) => `Name of the API key is longer than ${max} characters`,
  keyNameCharacters: 'Name of the API key must consist of printable characters',
  keyNameReserved: (name: string) =>
    `The name '${name}' is reserved for the API key from the environment`,
  tooManyKeys: (max: number) => `No more than ${max} API keys: revoke one first`,
} as const

/** The sentences of this group, in whatever form: a text of a language, or a message. */
type Texts<Text> = {
  [Key in keyof typeof auth]: (typeof auth)[Key] extends (...values: infer Values) => string
    ? (...values: Values) => Text
    : Text
}

/** Id and name of the environment's API key. */
export const ENVIRONMENT_KEY = 'environment'

/** No control or format characters, no line separators: what a person can see and type. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u

/** Counts characters as a person does, not UTF-16 units. A huge text is not split up for that. */
const isLongerThan = (text: string, max: number): boolean =>
  text.length > 2 * max || [...text].length > max

/** What is wrong with a username; undefined if nothing is. */
export function usernameProblem<Text>(username: string, texts: Texts<Text>): Text | undefined {
  if (username === '') return texts.usernameRequired
  if (isLongerThan(username, USERNAME_CHARS_MAX)) return texts.usernameTooLong(USERNAME_CHARS_MAX)
  // RFC 7617 ends the username at the first colon.
  const sound = PRINTABLE.test(username) && !username.includes(':') && username.trim() === username
  return sound ? undefined : texts.usernameCharacters
}

/** What is wrong with a new password; undefined if nothing is. */
export function passwordProblem<Text>(password: string, texts: Texts<Text>): Text | undefined {
  if (isTooLongPassword(password)) return texts.passwordTooLong(PASSWORD_CHARS_MAX)
  const tooShort = [...password].length < PASSWORD_CHARS_MIN
  return tooShort ? texts.passwordTooShort(PASSWORD_CHARS_MIN) : undefined
}

/** Nobody has such a password, so it need not be checked. */
export const isTooLongPassword = (password: string): boolean =>
  isLongerThan(password, PASSWORD_CHARS_MAX)

/** What is wrong with the name of an API key; undefined if nothing is. */
export function keyNameProblem<Text>(name: string, texts: Texts<Text>): Text | undefined {
  if (name.trim() === '') return texts.keyNameRequired
  if (isLongerThan(name, API_KEY_NAME_CHARS_MAX)) {
    return texts.keyNameTooLong(API_KEY_NAME_CHARS_MAX)
  }
  if (!PRINTABLE.test(name)) return texts.keyNameCharacters
  return name === ENVIRONMENT_KEY ? texts.keyNameReserved(name) : undefined
}

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

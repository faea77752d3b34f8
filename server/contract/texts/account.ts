import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** Who may get in: the login, sessions, API keys. */
export const account = {
  loadFailed: 'This could not be loaded',

  open:
    'This server asks for no login: everyone who reaches it can read the share and sign. To have ' +
    'it ask for one, start it with AUTH_ENABLED=true; it then prints a link that signs you in.',
  apiDescription: 'Description of the API, for programs',

  loginLead:
    'What you sign in with. Changing it ends all other sessions; API keys stay valid, and so does ' +
    'a login that the environment gives (BASIC_AUTH_USER), unless it has the same name.',
  changeLogin: 'Change username and password',

  sessionsLead: 'Where somebody is signed in now.',
  thisSession: 'This session',
  /** In place of a session's browser, if that is not known. */
  someProgram: 'A program',
  sessionFacts: (user: string, address: string | undefined, lastUsed: string) =>
    [user, ...(address === undefined ? [] : [address]), `used ${lastUsed}`].join(' · '),
  signedIn: (when: string) => `signed in ${when}`,
  end: 'End',
  endSession: (user: string, signedIn: string) => `End session of ${user}, signed in ${signedIn}`,
  sessionEnded: 'The session has ended',
  sessionNotEnded: 'The session could not be ended',
  endOthers: 'End all others',
  othersEnded: (count: number) =>
    plural(count, {
      one: '1 other session has ended',
      other: `${count} other sessions have ended`,
    }),
  othersNotEnded: 'The other sessions could not be ended',

  keysLead:
    'What programs sign in with. You alone have the keys themselves: Floe does not keep them.',
  noKeys: 'No API keys yet.',
  makeKey: 'Make an API key',
  fromEnvironment: 'From the environment: to revoke it, remove API_KEY there.',
  keyTimes: (made: string | null, lastUsed: string | null) =>
    [
      ...(made === null ? [] : [`made ${made}`]),
      lastUsed === null ? 'not used yet' : `last used ${lastUsed}`,
    ].join(' · '),
  revoke: 'Revoke',
  revokeKey: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke '${name}'?`,
  revokeLead:
    "Whatever uses it is refused from now on, and the sessions it has opened end. This can't be " +
    'undone.',
  lastLogin:
    'It is the only login: once the current sessions have ended, only a sign-in link from where ' +
    'Floe runs opens this console.',
  revoking: 'Revoking...',
  revoked: (name: string) => `'${name}' was revoked`,
  notRevoked: (name: string) => `'${name}' could not be revoked`,

  newKey: {
    name: 'Name',
    nameHint: 'Tells it apart in the list and in the audit',
    scope: 'What it may do',
    scopes: {
      read: ['Read', 'See status, peers, events and figures'],
      sign: ['Sign', 'See status and peers; sign, encrypt and decrypt'],
      approve: ['Answer questions', 'See what waits for you, and allow or refuse it; nothing else'],
      admin: ['Everything', 'All there is: the share, settings and logins too'],
    },
    make: 'Make API key',
    making: 'Making...',
    keepTitle: 'Keep this API key now',
    keepLead: (name: string) =>
      `This is the only time that '${name}' is shown: nobody can read it again, Floe included.`,
    kept: 'I have put it where I will find it again',
    what: 'API key',
  },

  setUp: {
    title: 'Set up your login',
    lead:
      'The link has let you in this once. Choose how you sign in from now on. Until you do, only ' +
      'a fresh link from where Floe runs opens this console again.',
    methodsLabel: 'How to sign in from now on',
    passwordLead: 'For signing in here. API keys for programs can be made later.',
    keyLead:
      'A key that may do everything: for signing in here, and for programs. A username and ' +
      'password can be set later.',
    username: 'owner',
    keyName: 'Console',
    setPassword: 'Set username and password',
    done: 'Your login is set up.',
    goOn: 'Continue',
  },

  setPassword: {
    current: 'Current password',
    fresh: 'New password',
    shown: 'password',
    hint: (min: number) => `At least ${min} characters`,
    saving: 'Saving...',
  },
} as const

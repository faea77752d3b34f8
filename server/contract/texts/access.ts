import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** Signing in, and setting up what to sign in with. */
export const access = {
  title: 'Authentication required to access this server',
  lead: 'Sign in to continue',
  /** For a visitor who has never heard of Floe. */
  whatItIs:
    'Floe is one of several devices that sign together for your nostr identity: each holds a share of ' +
    'the key, and none needs the whole. It is on day and night, so that the others always find it.',
  methodsLabel: 'How to sign in',
  methods: { 'basic-auth': 'Username/Password', 'api-key': 'API Key' },
  username: 'Username',
  password: 'Password',
  apiKey: 'API Key',
  apiKeyBlank: "An API key can't be only spaces",
  submit: 'Sign in',
  submitting: 'Signing in...',
  failed: 'Login failed',
  limited: (minutes: number) =>
    `Too many requests, try again in ${plural(minutes, { one: '1 minute', other: `${minutes} minutes` })}. ` +
    'From another address you can sign in at once.',
  limitOver: 'You can try again now.',
  linkRefused:
    'This sign-in link was used already, or is older than ten minutes. Ask for a fresh one:',
  ended: 'You were signed out: the session has ended.',
  restored:
    'The server was restored from a back-up, which signs everybody out. Sign in with the login that the ' +
    'back-up holds.',
  endedKept:
    'What is on this page stays here. Sign in again in another tab of this browser, then go on here.',
  statusFailed: 'Failed to fetch authentication status. Please try again later.',
  statusUnreachable: 'Unable to connect to the server to check authentication status.',
  asksAgain: 'This page tries again every few seconds and goes on by itself.',
  authentication: 'Authentication',
  rateLimiting: 'Rate limiting',
  enabled: (on: boolean) => (on ? 'Enabled' : 'Disabled'),
  sessionTimeout: 'Session timeout',
  minutes: (count: number) => plural(count, { one: '1 minute', other: `${count} minutes` }),
  noLogin:
    "No login is set up yet, so a sign-in link lets you in: it is in the server's log, is valid " +
    'for ten minutes and works once. Where Floe runs, this makes a fresh one:',
  lostLogin: 'Lost your login?',
  lostLoginHelp:
    'Where Floe runs, this makes a link that signs you in once. You can then set another password, or ' +
    'make another API key.',
  linkAction: (name: string) => `The action “${name}” on the page of the app`,
  theCommand: 'command',

  confirm: {
    title: 'Confirm that it is you',
    lead:
      'What shows shares and keys, or widens rights, is only for someone who has just signed in. ' +
      'Sign in once more; it lasts five minutes.',
    link:
      'Nothing to sign in with is set up yet. Where Floe runs, this makes a fresh sign-in link; open it ' +
      'in this browser to go on:',
    submit: 'Confirm',
    submitting: 'Confirming...',
    failed: 'It could not be confirmed',
    cancelled: 'You have not confirmed that it is you',
  },
} as const

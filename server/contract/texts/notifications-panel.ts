import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** The setting for notifications. */
export const notificationsPanel = {
  lead:
    'When something waits for you, Floe can tell you on your phone: it posts a short notification to an ' +
    'address of yours, such as a topic of ntfy or a webhook. A notification says who asks for what, in words, ' +
    'and links to this console. It has no content, and nothing that could answer for you.',
  url: 'Address',
  urlHint: 'A webhook, or a topic of ntfy. Whoever knows the address of a topic can read along.',
  urlPlaceholder: 'https://ntfy.sh/your-topic',
  token: 'Access token',
  tokenHint: 'Only if the address asks for one.',
  tokenKept: 'Empty: the saved one stays, as long as the address does.',
  badUrl: 'A web address, such as https://ntfy.sh/your-topic',
  badToken: 'ASCII characters without spaces',
  try: 'Try it',
  trying: 'Trying...',
  tried: 'It was delivered. Look whether it has arrived.',
  triedFailed: (reason: string) => `It was not delivered: ${reason}`,
  noReason: 'no reason was given',
  save: 'Save',
  saved: 'Notifications go there now',
  saveFailed: 'The address was not saved',
  remove: 'Remove',
  removed: 'Notifications no longer go there',
  removeFailed: 'The address was not removed',

  none: 'Notifications go nowhere yet.',
  goesTo: (host: string, withToken: boolean) =>
    `Notifications go to ${host}${withToken ? ', with a token' : ''}.`,
  fromEnvironment: 'This comes from the environment (NOTIFY_URL). What you save here comes first.',
  noneYet: 'None has been sent yet.',
  lastOk: (when: string) => `The last one was delivered ${when}.`,
  lastFailed: (when: string, reason: string) => `The last one failed ${when}: ${reason}.`,
  waiting: (count: number) =>
    plural(count, { one: '1 waits to be delivered.', other: `${count} wait to be delivered.` }),
} as const

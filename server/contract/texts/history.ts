import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const numbers = new Intl.NumberFormat('en')

/** The stored history, as plots above the activity. */
export const history = {
  failed: 'The past could not be loaded',
  today: 'Today',
  daysAgo: (days: number) => `${days} days ago`,
  asTable: 'As a table',
  tableOf: (title: string) => `${title}, as a table`,
  day: 'Day',
  all: 'All',
  others: 'Others',

  uses: {
    title: 'How often, and for whom',
    most: (count: string) => `up to ${count} a day`,
    none: 'The key was not used in the last 90 days.',
    words: (count: number, days: number) =>
      `Used ${plural(count, { one: 'once', other: `${numbers.format(count)} times` })} on ${plural(days, { one: '1 day', other: `${days} days` })} of the last 90`,
    you: 'You',
    goneProgram: 'An API key that was revoked',
  },

  times: {
    title: 'How long signatures take',
    median: 'Half of them',
    p95: 'Nearly all (19 of 20)',
    none: 'Nothing was signed in the last 30 days.',
    /** @param median,p95 as '0.4 s' */
    words: (median: string, p95: string) =>
      `Half of the signatures took up to ${median}, nearly all (19 of 20) up to ${p95}`,
    most: (time: string) => `up to ${time}`,
    count: 'Signatures',
  },

  uptime: {
    title: 'Who was there',
    lead: 'The last 30 days. A dot: this server did not watch.',
    devices: 'Devices',
    relays: 'Relays',
    label: 'The last 30 days',
    more: (count: number) => `Show ${count} more`,
  },
} as const

import { pluralsOf } from '../../../../server/contract/plurals.ts'

const plural = pluralsOf('de')

const others = (count: number): string =>
  plural(count, { one: 'someone', other: `${count} others` })

/** What is asked for, to follow 'wants to' or 'may'. */
export const deeds = {
  encrypt: (forWhom: string) => `encrypt a text for ${forWhom}`,
  read: (whose: string) => `read what ${whose} sent you`,
  exchange: (withWhom: string) => `read and write private messages with ${withWhom}`,
  group: 'be given the group',
  /** Whom it concerns, where they are not named. */
  others: { encrypt: others, read: others, exchange: others },

  unshown: (count: number) =>
    plural(count, {
      one: 'sign something that it does not show',
      other: `sign ${count} things that it does not show`,
    }),
  different: (count: number) => `sign ${count} events of different kinds`,
  ofKind: (kind: number) => `sign an event of kind ${kind}`,
  times: (deed: string, count: number) => `${deed}, ${count} times`,
} as const

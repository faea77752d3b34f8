import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** Relays and their state. */
export const relays = {
  title: 'Relay URLs',
  add: 'Add',
  addPlaceholder: 'Add relay URL',
  remove: (url: string) => `Remove ${url}`,
  lastOne: 'At least one relay must remain',
  added: (url: string) => `${url} added`,
  removed: (url: string) => `${url} removed`,
  already: (url: string) => `${url} is in the list already`,
  saveFailed: 'Relays not saved',
  defaults: 'No relays are saved, so the signer uses its own defaults. A change saves the list.',
  count: (heard: number, total: number) =>
    heard === total ? `${heard} heard` : `${heard} of ${total} heard`,
  heard: (duration: string, reconnects: number) =>
    `heard for ${duration}${
      reconnects === 0
        ? ''
        : `, reconnected ${plural(reconnects, { one: 'once', other: `${reconnects} times` })}`
    }`,
  refused: (reason: string) => `last refusal: ${reason}`,
  slowDown: (duration: string, reason: string) =>
    `asked us to slow down ${duration} ago, and is sent less: ${reason}`,
  notHeard: 'connected, not heard yet',
  deaf: (reason: string) => `connected, not heard: ${reason}`,
  connecting: 'connecting',
  lost: 'not connected',
  retryIn: (seconds: number) => `trying again in ${seconds} s`,
  retryNow: 'trying again now',
  closed: 'closed',
  unused: 'not connected while the signer is stopped',
  words: { ok: 'Heard', wait: 'Waiting', warn: 'Refusing', bad: 'Not heard', unknown: 'Not known' },
  none: 'No relays configured',
} as const

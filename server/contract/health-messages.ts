import { pluralsOf } from './plurals.ts'

const plural = pluralsOf('en')
const peersOnline = (online: number, all: number): string =>
  `${online} of ${plural(all, { one: '1 peer', other: `${all} peers` })} online`
const its = (count: number): string => plural(count, { one: 'its', other: 'their' })

/**
 * What the signer can do now, and why not more: a sentence about its peers, with further ones after semicolons, and
 * then one for each relay in trouble.
 */
export const verdict = {
  connecting: (relays: number) =>
    plural(relays, { one: 'Connecting to 1 relay', other: `Connecting to ${relays} relays` }),
  silent: (seconds: number, next: number) =>
    `Not hearing any relay for ${seconds} s, trying again in ${next} s`,
  silentNow: (seconds: number) => `Not hearing any relay for ${seconds} s, trying again now`,
  silentBecause: (seconds: number, next: number, why: string) =>
    `Not hearing any relay for ${seconds} s, trying again in ${next} s (${why})`,
  silentNowBecause: (seconds: number, why: string) =>
    `Not hearing any relay for ${seconds} s, trying again now (${why})`,

  alone: 'Ready: signs alone',
  ready: (online: number, all: number) => `Ready: ${peersOnline(online, all)}`,
  asksOnly: (online: number, all: number) =>
    `Asks, but answers nobody: ${peersOnline(online, all)}`,
  answersOnly: (online: number, all: number) =>
    `Answers, but can't ask: ${peersOnline(online, all)}`,
  looking: (online: number, all: number) => `Looking for peers: ${peersOnline(online, all)}`,
  cannot: (more: number, online: number, all: number) =>
    `Can't sign: ${plural(more, { one: '1 more peer', other: `${more} more peers` })} needed, ${peersOnline(online, all)}`,
  takes: (needed: number) => `a signature takes ${needed} that can be asked`,

  // Online peers that can't be asked: all that are meant, or those besides others that can
  older: (count: number) => `${count} in the 1.x protocol, which is refused here`,
  olderMore: (count: number) => `${count} more in the 1.x protocol, which is refused here`,
  unasked: (count: number) => `${count} not to be asked, by ${its(count)} policy`,
  unaskedMore: (count: number) => `${count} more, not to be asked by ${its(count)} policy`,
  refusing: (count: number) =>
    `${count} that ${plural(count, { one: 'says that it does', other: 'say that they do' })} not answer this signer`,
  refusingMore: (count: number) =>
    `${count} more that ${plural(count, { one: 'says that it does', other: 'say that they do' })} not answer this signer`,
  noNonces: (count: number) =>
    `${count} that ${plural(count, { one: 'gives', other: 'give' })} no nonces to ask with`,
  noNoncesMore: (count: number) =>
    `${count} more that ${plural(count, { one: 'gives', other: 'give' })} no nonces to ask with`,
  unanswered: (count: number) => `${count} not answered, by ${its(count)} policy`,

  // Relays
  notHearing: (url: string, error: string) => `Not hearing ${url}: ${error}`,
  slowDown: (url: string, reason: string) => `${url} asks us to slow down: ${reason}`,
  refuses: (url: string, reason: string) => `${url} refuses our events: ${reason}`,
  moreRelays: (count: number) => `${count} more relays in trouble`,
} as const

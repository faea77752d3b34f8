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

/** What an owner should know about the protocol's generations, and do about it. */
export const ownerWarning = {
  firstGenerationRefused:
    'It is refused here, as you have chosen. Pings and echoes are still answered.',
  firstGeneration: (peer: string) =>
    `Device ${peer} signs with the older 1.x protocol. Each signature in it gives away a part of this ` +
    'share, and three are enough for a co-signer to work it out. Update the app on that device to ' +
    'one that speaks the 2026 protocol.',
  shutOut: (peer: string) =>
    `Device ${peer} speaks only the older 1.x protocol now, and is refused in it, because it was once heard in 2026: ` +
    'nobody is led back. If its app was put back to an older one, update it, or allow 1.x with it, in which three ' +
    'signatures give this share away.',
  generationNotKept: (peer: string) =>
    `It could not be saved that device ${peer} speaks the 2026 protocol: make room on the disk`,
  thirdInFirst: (peer: string) =>
    `Device ${peer} is about to get a third partial signature from this share in the 1.x protocol: ` +
    'with it, it can work the share out. Deal new shares in the 2026 protocol.',
  v2Off: (reason: string) =>
    `The 2026 protocol is off: ${reason}. Devices that speak the 1.x protocol are still answered; ` +
    'repair the data folder and restart Floe.',
  v2Unfit: (reason: string) =>
    `The 2026 protocol is off, because this identity does not fit into it: ${reason}. Devices that ` +
    'speak the 1.x protocol are still answered.',
  exchangeUnweighted: (peer: string) =>
    `Device ${peer} asks for key exchanges, to encrypt or decrypt as this identity, and its app, an Igloo of ` +
    "before 2026-06, adds them up wrongly: others can't read what it encrypts, and it can't read what " +
    'they encrypt. Update it to Igloo beta, or encrypt and decrypt with a Floe.',
  noncesFailing:
    "Nonces can't be written to the data folder, so nothing is signed in the 2026 protocol. Make " +
    'room there, or repair it; signing then goes on by itself.',
  noncesNotOpened: "its nonces can't be kept",
  noncesNotDeleted:
    'The nonces of the deleted credentials could not be deleted: remove nonces.db from the data ' +
    'folder while Floe is stopped',
  noncesNeeded:
    "the nonces that these credentials sign with can't be kept. Repair the data folder, or make " +
    'room there, and restart Floe',
  noNoncesGiven: (peer: string) =>
    `${peer} answers, but gives none of its nonces, so it can't be asked for signatures: on that ` +
    'device, allow answers to "onboard" from this signer, or load its profile again.',
  twoDevices: (peer: string, index: number) =>
    `Two devices run on the share of device ${index} (${peer}): both answer its pings. They get in each ` +
    'other’s way, and signatures fail: switch the one off that was replaced, and delete its share there.',
  onboardingAsked: (peer: string, index: number) =>
    `Device ${index} (${peer}) asks to join. Allow it if it is a device that you are ` +
    'setting up right now. Otherwise someone may have its package and password, and can ask for ' +
    'signatures with the share in it: refuse it, switch its recv and send off, and deal fresh ' +
    'shares.',
} as const

/** Messages about clocks. `span` is a time as `shortSpan` writes it, the same in every language. */
export const clock = {
  setBack: (span: string) =>
    `This server's clock was set back by ${span}. Relays were asked again, and signing goes on.`,
  setForward: (span: string) =>
    `This server's clock was set forward by ${span}, or the machine has slept. Relays were asked again.`,
  ahead: (span: string) =>
    `This server's clock is wrong: ${span} ahead of those of its devices and relays, which may refuse its messages. ` +
    'Set it right, and have it kept so (NTP).',
  behind: (span: string) =>
    `This server's clock is wrong: ${span} behind those of its devices and relays, which may refuse its messages. ` +
    'Set it right, and have it kept so (NTP).',
  right: "This server's clock agrees with those of its devices and relays again.",
} as const

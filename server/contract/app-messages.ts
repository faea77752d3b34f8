/** What is wrong with an app's link, or with a call about apps (NIP-46): sentences that say who can do what. */
export const apps = {
  // Links
  notALink: 'This is not a nostrconnect:// link: copy it from the app again',
  isOwnLink:
    'This is a bunker:// link, which the app takes: paste the nostrconnect:// link that the app shows',
  linkKey: 'The link does not hold a valid key: copy the whole link from the app again',
  linkSecret:
    'The link has no secret, so the app could not tell who answers it: copy the whole link from the app again',
  linkRelays: 'The link names no relay to meet the app on: copy the whole link from the app again',
  plainRelay: (url: string) => `${url} is not encrypted: a public relay must begin with wss://`,
  unheard: (relays: readonly string[]) =>
    `None of the app's relays can be reached (${relays.join(', ')}): nothing was changed. Try again, or choose others in the app`,
  noRelays: 'No relay is set: give the signer one first',
  tooManyRelays: (max: number) => `${max} relays are the most for an app`,
  noKey: 'There is no key to sign with yet: set up the signer first',
  tooMany: (max: number) => `${max} apps is the most: remove one first`,
  wishUnknown: (wish: string) =>
    `allow: '${wish}' is no permission: give sign_event:1, nip44_decrypt, and the like`,
  wishMisfit: (wish: string) => `allow: '${wish}' is not among what the link asks for`,

  // The calls of igloo-server
  transportKey:
    'The keys that answer apps are handed out to nobody here, and set by nobody: floe import igloo brings that of an igloo-server',
  noAppYet: 'There is no app yet whose relays these could be: connect one first',
  noSession:
    'No app of this key is paired: have it connect by its link (POST /api/nip46/connect), or by one from here (POST /api/apps/invite)',
  requestUnknown: 'Request not found',
  notByCaller: 'What apps ask for is done by the signer itself: approve it, or deny it',
  policyBeyond: 'policy: is about more than this request, which takes the scope admin',
} as const

/** Errors for apps. */
export const appRefusal = {
  notJson: 'This is not a request: it must be a JSON object with id, method and params',
  idMisfit: (max: number) => `id: must be a number, or a text of 1 to ${max} characters`,
  noMethod: 'method: must be a text',
  unsupported: (method: string) => `'${method}' is not supported by this signer`,
  paramMissing: (method: string, index: number, what: string) =>
    `${method}: parameter ${index} must be ${what}`,
  eventMisfit: (why: string) => `sign_event: this can't be signed: ${why}`,
  kindMissing: 'sign_event: the event has no kind',
  otherAuthor: (author: string, own: string) =>
    `sign_event: the event names ${author} as its author, but this signer signs as ${own}`,
  clockOff: (minutes: number, ahead: boolean) =>
    `The clock of this device is ${minutes} minutes ${ahead ? 'ahead' : 'behind'}: set it right, and ask again`,
  clockOffHere: (minutes: number, ahead: boolean) =>
    `The clock of the signer is ${minutes} minutes ${ahead ? 'ahead' : 'behind'}: its owner has to set it right`,
  nip04Off:
    'This app writes in the older cipher (NIP-04), which its owner has switched off for it: use NIP-44',
  expired: 'The time of this connection is over: pair it again',
  restarted: 'The signer was restarted while it did this: ask again',
  notPersisted: 'The signer has no room on its disk: its owner has to make some',
  tooLarge: (bytes: number, most?: number) =>
    `The result has ${bytes} bytes as it is sent, and the relay ${most === undefined ? 'does not take so much' : `takes ${most} at most`}`,
  tooFew: (offline: number, all: number, need: number) =>
    `${offline} of ${all} share holders are offline: bring ${need === 1 ? 'one' : need} online`,
  failed: 'The signer could not do this: ask again',
} as const

/** Entries of the event log. */
export const appEvent = {
  invited: (name: string) => `${name} was invited: its link waits for the app`,
  accepted: (name: string) => `${name} was accepted: it is now told so on its relays`,
  paired: (name: string) => `${name} is paired and may use the key as you have set`,
  replaced: (name: string) => `${name} is paired again: the client before it is signed out`,
  wrongSecret: (name: string) =>
    `Somebody tried to pair as ${name} with a secret that is wrong or spent: if it was not you, the link has leaked, and is of no use any more`,
  signedOut: (name: string) => `${name} has signed out`,
  ended: (name: string) => `${name} was signed out: its time is over`,
  idle: (name: string) => `${name} was signed out: nobody has used it for 30 days`,
  removed: (name: string) => `${name} was removed`,
  changed: (name: string) => `What ${name} may do has changed`,
} as const

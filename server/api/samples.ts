/** Values in the examples of the API's description. None belongs to anybody, and no credential gives access. */

/** A device's key: compressed, hex. */
export const DEVICE = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'
/** An app's or a person's key: x-only, hex. */
export const KEY = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'
/** A hash, or an event's id. */
export const HASH = '9a3a1f1e6d2b7c5048f06c2d1b7e9a4c3f5d8e0b6a7c1d2e3f405162738495a6'
/** The id of an app, an API key or a question. */
export const ID = '6f1c7a52-8a0e-4c57-9b1e-2f4f0c3d9a10'
export const TIME = '2026-11-27T12:00:00.000Z'
export const RELAY = 'wss://relay.example'
export const GROUP = 'bfgroup1...'
export const SHARE = 'bfshare1...'
export const OTHER_SHARE = 'bfshare1.....'
export const APP_LINK = `nostrconnect://${KEY}?relay=wss%3A%2F%2Frelay.example&secret=5b2f&perms=sign_event%3A1`
export const PASSWORD = 'a long passphrase of yours'

/** The numbers of this folder. Milliseconds unless the name says otherwise. */

export const APPS_MAX = 100

/** Of a link's secret: 22 characters of base62 hold 131 bits. */
export const SECRET_CHARS = 22

/** How long an unused app stays signed in. */
export const IDLE_MAX = 30 * 86_400_000

/** How long a link for an app is open at most. */
export const LINK_OPEN_MAX = 86_400_000

/** How long questions of an app stay open, unless its owner sets it otherwise. */
export const OPEN_FOR = 300_000

/** How far a request's time may be from ours. Ids are stored for twice as long: no request is carried out twice. */
export const SKEW_MAX = 300_000

/** An app gets the answer that its clock is off once in this time at most. */
export const CLOCK_WARNING_INTERVAL = 60_000

/**
 * How far back subscriptions reach, for requests that were sent while we did not listen, or by clients whose
 * clocks are behind. Seconds.
 */
export const READ_BACK_S = SKEW_MAX / 1000

/**
 * How far behind a client's clock may be for us to answer that it is off: relays apply `since` to live events
 * too. Seconds.
 */
export const BEHIND_S = 86_400

/** How long a subscription stays open after the keys changed. */
export const OVERLAP = 5_000

/** How long a request is retried while too few devices answer: as long as clients wait. */
export const RETRY_FOR = 25_000

/** Bytes of the content of a client that is not paired: a connect request is short. */
export const STRANGER_BYTES_MAX = 65_536

/** Bytes of a message that every relay takes, whatever it states: strfry's default. */
export const MESSAGE_BYTES_COMMON = 65_536
/** How long a relay's stated limit and its refusals are remembered. */
export const RELAY_LIMIT_KEPT = 600_000

/** Characters of a request's id. */
export const ID_CHARS_MAX = 128

/** Requests of one app that may use the key at the same time; more wait. */
export const CONCURRENT_MAX = 64
/** Bytes of one app's waiting messages; more are dropped, and stay with the relay. */
export const WAITING_BYTES_MAX = 33_554_432
/** How long messages are read in one turn of the event loop. */
export const READ_SLICE = 4

/** Attempts to pair per minute, of one key and of all: for each app with an open link, and for all others. */
export const ATTEMPTS_OF_KEY = 5
export const ATTEMPTS = 300
export const ATTEMPTS_PERIOD = 60_000

/** How long an answer is resent while no relay takes it. */
export const ANSWER_FOR = 120_000
export const RESEND_BASE = 200
export const RESEND_MAX = 5_000

/** How long a question waits before its app gets the console's address (`auth_url`). */
export const AUTH_URL_AFTER = 300

/** Days of an app's uses that are stored. */
export const DAYS_KEPT = 30

/** How often we look for expired apps and old ids. */
export const TIDY_INTERVAL = 60_000

/** How long we wait for an app's relays before it is answered on them. */
export const HEARD_WAIT = 5_000
/** How long the call waits until a relay has taken that answer; it is resent later, too. */
export const ACK_WAIT = 5_000

/** How long the answer to a nostrconnect link is resent: nobody shows a link on the screen for longer. */
export const ACK_SENT_FOR = 86_400_000

/** How long a logout's answer may take before the app is signed out. */
export const LOGOUT_WAIT = 2_000

/** How soon answered requests are marked on the disk: several in one write. */
export const ANSWERED_KEPT_WITHIN = 50
/** How soon apps' uses are on the disk. */
export const USES_KEPT_WITHIN = 2_000

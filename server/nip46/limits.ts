/** The numbers of this folder. Milliseconds unless the name says otherwise. */

export const APPS_MAX = 100

/** Of a link's secret: 22 characters of base62 hold 131 bits. */
export const SECRET_CHARS = 22

/** How long an app that nobody uses stays signed in. */
export const IDLE_MAX = 30 * 86_400_000

/** How long a link for an app is open at most. */
export const LINK_OPEN_MAX = 86_400_000

/** How long questions of an app stay open, unless its owner sets it otherwise. */
export const OPEN_FOR = 300_000

/** How far a request's time may be from ours: within it ids are kept, so that none is done twice. */
export const SKEW_MAX = 300_000

/** How often an app is told that its clock is off. */
export const CLOCK_WARNING_INTERVAL = 60_000

/**
 * How far back relays are asked for requests that were made while we did not hear them, or by clients whose
 * clocks are behind. Seconds.
 */
export const READ_BACK_S = SKEW_MAX / 1000

/**
 * How far behind the clock of a client may be that is told so: relays apply the time that they are asked from
 * to new messages too. Seconds.
 */
export const BEHIND_S = 86_400

/** How long messages are still taken that a relay was asked for before the keys changed. */
export const OVERLAP = 5_000

/** How long a request is tried again while too few share holders answer: what clients wait. */
export const RETRY_FOR = 25_000

/** Bytes of the content of who is not paired: a request to pair is short. */
export const STRANGER_BYTES_MAX = 65_536

/** Bytes of a message that every relay takes, whatever it says: what strfry takes unless told otherwise. */
export const MESSAGE_BYTES_COMMON = 65_536
/** For how long it holds what a relay says that it takes, and what it has refused. */
export const RELAY_LIMIT_KEPT = 600_000

/** Characters of a request's id. */
export const ID_CHARS_MAX = 128

/** Requests of one app that use the key at once; the others wait for their turn. */
export const CONCURRENT_MAX = 64
/** Bytes of content of one app that wait for their turn; what is beyond is left with the relay. */
export const WAITING_BYTES_MAX = 33_554_432
/** How long requests are read in one go before others have a turn. */
export const READ_SLICE = 4

/** Tries of one stranger to pair, and of all: with an app whose link is open, or with all the others. A minute's. */
export const ATTEMPTS_OF_KEY = 5
export const ATTEMPTS = 300
export const ATTEMPTS_PERIOD = 60_000

/** How long an answer is sent anew as long as no relay takes it. */
export const ANSWER_FOR = 120_000
export const RESEND_BASE = 200
export const RESEND_MAX = 5_000

/** How long a question waits before its app is told where it is answered (`auth_url`). */
export const AUTH_URL_AFTER = 300

/** Days of an app's uses that are kept. */
export const DAYS_KEPT = 30

/** How often what is over is looked for: idle apps, ids that are too old to matter. */
export const TIDY_INTERVAL = 60_000

/** How long an app's relays are waited for before it is answered on them. */
export const HEARD_WAIT = 5_000
/** How long that answer is waited for; it is sent again after that too. */
export const ACK_WAIT = 5_000

/** How long an app is answered by its own link: nobody shows one and waits longer. */
export const ACK_SENT_FOR = 86_400_000

/** How long an app that signs out may take to be told, before it is. */
export const LOGOUT_WAIT = 2_000

/** How soon it is on the disk that a request was answered: several are written at once. */
export const ANSWERED_KEPT_WITHIN = 50
/** How soon it is on the disk what apps did. */
export const USES_KEPT_WITHIN = 2_000

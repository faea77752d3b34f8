/** Numbers of the console alone. Milliseconds unless the name says otherwise. */

// Relays.
export const DEFAULT_CONSOLE_RELAY = 'wss://relay.primal.net'

// The server.
export const STATUS_POLL = 5_000
/** A status that is older says nothing of now. */
export const STATUS_STALE = 10_000
export const APPS_POLL = 15_000
/** How often a page asks whether the server has found the profile, and how old it may be. */
export const PROFILE_POLL = 2_000
export const PROFILE_STALE = 600_000
/** How often a page asks while the server asks for the newest version. */
export const VERSION_POLL = 2_000

// The console.
/** How long no question can be answered after an answer: a second press was meant for the question before. */
export const ANSWER_PAUSE = 1_000
/** How often a page that is looked at asks whether the server was updated. */
export const BUILD_LOOK = 300_000
/** How often a page asks how far the joining of a keyset is. */
export const ONBOARDING_POLL = 1_000
/** How long a page shows a member that got the group, or was refused, after it last asked. */
export const JOINED_SHOWN = 600_000
export const STREAM_BACKOFF_BASE = 1_000
export const STREAM_BACKOFF_MAX = 30_000
export const STREAM_BACKOFF_JITTER = 1_000
export const NORMAL_CLOSE = 1000
export const COPY_MARK = 2_000
export const AUTO_DETECTED_BADGE = 5_000
/** How long a pair of credentials must stay untouched before it is saved automatically. */
export const AUTO_SAVE_PAUSE = 1_000
/** What the Recover tab assumes of a group without a valid credential. */
export const DEFAULT_RECOVERY_THRESHOLD = 2
export const DEFAULT_RECOVERY_TOTAL = 3
/** How long the pointer rests on something before a hint shows, and how long it may leave the hint. */
export const TOOLTIP_DELAY = 600
export const TOOLTIP_GRACE = 150
/** How long a page asks the server for nothing before it loads what may be wanted next. */
export const AT_REST = 400
/** The pause before each new try to load a part of the console that could not be loaded. */
export const PART_PAUSES = [250, 750, 2_000, 4_000] as const
/** Share records that a browser keeps. */
export const MAX_BROWSER_RECORDS = 10
/** Audit entries that the console asks for at a time. */
export const AUDIT_PAGE = 50
/** How often a page asks for the history of uptime and uses. */
export const HISTORY_POLL = 60_000
/** The shortest time between two status requests made because something happened. */
export const STATUS_REFRESH_INTERVAL = 1_000
/** Entries of the event log that a page holds. */
export const PAGE_LOG_MAX = 1_000
/** Needs of the owner that the first screen lists until all are asked for. */
export const NEEDS_SHOWN = 4

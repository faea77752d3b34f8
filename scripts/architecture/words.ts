import type { Source } from './sources.ts'

/**
 * Words that are not used in new names, with the ones that the code uses for the same thing. Words that also have
 * an ordinary technical meaning are left out: line (of a text), bar (of a page), room (a folder), words (of a text),
 * ring, whole, turn.
 */
const REPLACED: Readonly<Record<string, string>> = {
  ...all(['tell', 'tells', 'told', 'say', 'says'], 'message, report, describe'),
  ...all(['door', 'doors'], 'caller kind'),
  ...all(['judge', 'judging', 'verdict', 'verdicts'], 'policy engine, decision'),
  ...all(['ruling', 'rulings', 'standing', 'standings'], 'decision, caller settings'),
  ...all(['hub', 'company', 'conversation'], 'pool, session'),
  ...all(['spare', 'spares'], 'reserved share'),
  ...all(['gen1', 'gen2', 'generation', 'generations', 'dialect'], 'protocol, v1, v2'),
  ...all(['notice', 'notices', 'sink'], 'notification, channel, warning'),
  ...all(['greet', 'greeted', 'greeting', 'sponsor'], 'invite'),
  ...all(['together'], 'transaction'),
  ...all(['wish', 'wishes'], 'requested permission'),
  ...all(['tries'], 'attempts'),
  ...all(['crew', 'household', 'guest'], 'peers, user, client'),
  ...all(['desk', 'intake', 'ledger'], 'request handler, inbox, request log'),
  ...all(['entrance', 'gate', 'mount'], 'request id, auth middleware, router'),
  ...all(['pace', 'patience'], 'schedule, timeout'),
  ...all(['caution', 'stance'], 'policy'),
  ...all(['familiar'], 'known'),
}

/** Names that contain such a word because a standard or the outside world uses it. */
const PUBLIC: readonly string[] = [
  'conversationKey', // NIP-44
  'firstGeneration', // a field of the API
  'wish', // an object of the API, and its type
  'Wish',
  'door', // a field of the API
  'doors',
  'verdict', // a field of the API
  'nonce_pool_generation', // a field of the protocol of 2026
  ...['NOTICE_INTERVAL', 'RATE_LIMIT_NOTICE', 'isRateLimitNotice', 'notice'], // NIP-01: NOTICE
  'isNotice', // an entry that is shown beside a request
  // Parts of the texts: translations are found by these names.
  ...['told', 'tries', 'notices', 'generations', 'firstGenerationDialog', 'wishes', 'spares'],
]

/**
 * Finds declared names that contain a replaced word.
 *
 * @returns one sentence for each
 */
export const wordProblems = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, declared }) =>
    [...new Set(declared)]
      .filter((name) => !PUBLIC.includes(name))
      .flatMap((name) => {
        const word = partsOf(name).find((part) => Object.hasOwn(REPLACED, part))
        return word === undefined ? [] : [`${path}: ${name} has '${word}': ${REPLACED[word]}`]
      }),
  )

/** `RULES_MAX` and `rulesMax` are both `rules`, `max`. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

function all(words: readonly string[], instead: string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, instead]))
}

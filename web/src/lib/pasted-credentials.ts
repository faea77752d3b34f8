import { readIglooShare } from '#contract/igloo-share.ts'
import {
  COMMIT_BYTES,
  GROUP_BASE_BYTES,
  GROUP_PREFIX,
  MAX_COMMITS,
  SHARE_CHARS,
  SHARE_PREFIX,
} from '#contract/limits.ts'
import { recognise } from './recognise.ts'
import { isSealed, wrappedPackage } from './sealed-package.ts'

/** The credentials in a pasted text. */
export interface PastedCredentials {
  /** The last one, if there are several. */
  group?: string
  shares: string[]
}

/** Shorter words are labels and numbers, as in a list of shares. */
const ATTEMPT_CHARS_MIN = 20

/**
 * Finds the credentials in a text: one a line, in a list, in JSON, broken over lines by a mail
 * program; those of the 2026 protocol as JSON, or sealed with a password. A long word that is not
 * a credential is taken for a share, so that it is seen to be wrong.
 *
 * @returns null when there is none
 */
export function pastedCredentials(text: string): PastedCredentials | null {
  const sealed = wrappedPackage(text) ?? savedShare(text)
  if (sealed !== null) return { shares: [sealed] }
  const { groups, shares } = jsonCredentials(text)
  const json = groups.at(-1)
  if (json !== undefined) return { group: json, shares }
  if (shares.length > 0) return { shares }
  const found: string[] = []
  for (const word of text.split(/[^a-z0-9]+/i)) {
    const last = found.at(-1) ?? ''
    if (isCredential(word)) found.push(word)
    else if (word.length <= lacks(last)) found[found.length - 1] = last + word
    else if (word.length >= ATTEMPT_CHARS_MIN) found.push(word)
  }
  if (!found.some(isCredential)) return null
  const group = found.findLast(isGroup)
  return {
    ...(group === undefined ? {} : { group }),
    shares: found.filter((word) => !isGroup(word)),
  }
}

/** An invitation out of the text around it, such as that of its file. */
export const invitationIn = (text: string): string | undefined =>
  pastedCredentials(text)?.shares.find((share) => recognise(share) === 'invitation')

/** A share that one of igloo's programs has saved, on one line as a field takes it; its group is inside. */
function savedShare(text: string): string | null {
  const saved = readIglooShare(text)
  return saved === null ? null : JSON.stringify(saved)
}

const isGroup = (word: string): boolean => word.startsWith(`${GROUP_PREFIX}1`)
const isShare = (word: string): boolean => word.startsWith(`${SHARE_PREFIX}1`)
const isCredential = (word: string): boolean => isGroup(word) || isShare(word) || isSealed(word)

/** How many characters the beginning of a credential may still lack. */
function lacks(word: string): number {
  if (isShare(word)) return SHARE_CHARS - word.length
  if (!isGroup(word) || GROUP_LENGTHS.includes(word.length)) return 0
  return Math.max(...GROUP_LENGTHS) - word.length
}

/** Bech32m: the prefix, '1', 5 bits a character, and 6 characters of checksum. */
const GROUP_LENGTHS: readonly number[] = Array.from({ length: MAX_COMMITS }, (_, at) => {
  const bytes = GROUP_BASE_BYTES + COMMIT_BYTES * (at + 1)
  return GROUP_PREFIX.length + 1 + Math.ceil((bytes * 8) / 5) + 6
})

/** Credentials of the 2026 protocol, each a line of JSON as it is saved. */
interface JsonCredentials {
  groups: string[]
  shares: string[]
}

/**
 * Finds group and share packages of the 2026 protocol in a text, either bare or inside other
 * JSON. Their content is examined only as far as it takes to distinguish them.
 */
function jsonCredentials(text: string): JsonCredentials {
  const found: JsonCredentials = { groups: [], shares: [] }
  for (const value of objectsIn(text)) collect(value, found)
  return found
}

function collect(value: unknown, found: JsonCredentials): void {
  if (typeof value !== 'object' || value === null) return
  if ('group_pk' in value && 'members' in value) found.groups.push(JSON.stringify(value))
  else if ('idx' in value && 'seckey' in value && !('binder_sn' in value)) {
    found.shares.push(JSON.stringify(value))
  } else for (const inner of Object.values(value)) collect(inner, found)
}

/** The outermost objects written in a text, whatever is between them. */
function objectsIn(text: string): unknown[] {
  const objects: unknown[] = []
  let start = text.indexOf('{')
  while (start >= 0) {
    const end = endOfObject(text, start)
    if (end === null) break
    const value = parsed(text.slice(start, end))
    if (value !== undefined) objects.push(value)
    start = text.indexOf('{', value === undefined ? start + 1 : end)
  }
  return objects
}

/** The position after the brace that closes the one at `start`; braces in strings do not count. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

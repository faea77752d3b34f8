/** Credentials of the 2026 generation, each a line of JSON as it is saved. */
export interface JsonCredentials {
  groups: string[]
  shares: string[]
}

/**
 * Finds group and share packages of the 2026 generation in a text, either bare or inside other
 * JSON. Their content is examined only as far as it takes to tell them apart.
 */
export function jsonCredentials(text: string): JsonCredentials {
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

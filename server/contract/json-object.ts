/** The JSON object in a text; null if it is none. */
export function jsonObject(text: string): Record<string, unknown> | null {
  // A page asks about each of the thousands of words in a pasted text, and an error costs far more than this.
  if (!/^\s*\{/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

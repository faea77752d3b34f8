/** What a search can find. */
export interface Entry<Section extends string = string> {
  section: Section
  /** The setting's name; null: the section itself. */
  setting: string | null
  title: string
  /** Its label, what it says of itself, and what else people call it. */
  words: readonly string[]
}

/**
 * The entries that have every word of the query, in their order, those that have them in the title
 * first. A word is found by how it begins, however it is hyphenated, accented or capitalised.
 */
export function search<T extends Entry>(entries: readonly T[], query: string): T[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return []
  const found = entries.filter(({ title, words }) => hasAll(wanted, [title, ...words]))
  const isTitled = ({ title }: T) => hasAll(wanted, [title])
  return [...found.filter(isTitled), ...found.filter((entry) => !isTitled(entry))]
}

function hasAll(wanted: readonly string[], texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsOf)
  return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Pd}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '' && word !== '.')

/** Words for a number of things; `other` is for every number that has no form of its own. */
export type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * How a language words numbers of things, by the plural rules of Unicode (CLDR): with 'en',
 * `plural(1, { one: '1 device', other: '1 devices' })` is '1 device'.
 *
 * @param locale as Intl takes it
 */
export function pluralsOf(locale: string): (count: number, words: Plurals) => string {
  const rules = new Intl.PluralRules(locale)
  return (count, words) => words[rules.select(count)] ?? words.other
}

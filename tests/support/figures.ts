/** One figure of a long or a measured run, and the bound it must meet. */
export interface Figure {
  name: string
  value: string
  /** In words; empty for information only. */
  bound: string
  ok: boolean
}

/** A figure that has no bound. */
export const told = (name: string, value: string): Figure => ({ name, value, bound: '', ok: true })

export const judged = (name: string, value: string, bound: string, ok: boolean): Figure => ({
  name,
  value,
  bound,
  ok,
})

/** Figures as rows of a table, with a header. */
export const figureRows = (figures: readonly Figure[]): string[][] => [
  ['', 'value', 'bound', ''],
  ...figures.map(({ name, value, bound, ok }) => [name, value, bound, verdict(bound, ok)]),
]

const verdict = (bound: string, ok: boolean): string => (bound === '' ? '' : ok ? 'held' : 'BROKEN')

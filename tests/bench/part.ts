import type { Figure } from '../support/figures.ts'

/** The result of a part of the bench. */
export interface Report {
  title: string
  /** The first row is the header. */
  rows: string[][]
  figures: Figure[]
  /** Everything measured, for the JSON. */
  data: object
}

export interface Extent {
  /** The wider matrix, and longer. */
  wide: boolean
}

export const ms = (value: number): string => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)
export const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ×`
export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

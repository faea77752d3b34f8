import * as english from '#contract/texts/reading.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { reading }: Translation<typeof english> = spoken?.reading ?? english

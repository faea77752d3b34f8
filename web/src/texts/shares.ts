import * as english from '#contract/texts/shares.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { shares }: Translation<typeof english> = spoken?.shares ?? english

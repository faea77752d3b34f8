import * as english from '#contract/texts/deeds.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { deeds }: Translation<typeof english> = spoken?.deeds ?? english

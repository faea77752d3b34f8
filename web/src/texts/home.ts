import * as english from '#contract/texts/home.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { home, warnings }: Translation<typeof english> = spoken?.home ?? english

import * as english from '#contract/texts/done.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { done }: Translation<typeof english> = spoken?.done ?? english

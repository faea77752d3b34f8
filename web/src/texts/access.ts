import * as english from '#contract/texts/access.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { access }: Translation<typeof english> = spoken?.access ?? english

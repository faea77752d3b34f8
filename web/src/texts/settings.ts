import * as english from '#contract/texts/settings.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { settings }: Translation<typeof english> = spoken?.settings ?? english

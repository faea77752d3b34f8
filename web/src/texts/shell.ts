import * as english from '#contract/texts/shell.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { shell }: Translation<typeof english> = spoken?.shell ?? english

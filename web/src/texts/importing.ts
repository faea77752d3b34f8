import * as english from '#contract/texts/importing.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { importing }: Translation<typeof english> = spoken?.importing ?? english

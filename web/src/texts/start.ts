import * as english from '#contract/texts/start.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { start }: Translation<typeof english> = spoken?.start ?? english

import * as english from '#contract/texts/recover.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { recover }: Translation<typeof english> = spoken?.recover ?? english

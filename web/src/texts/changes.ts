import * as english from '#contract/texts/changes.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { changes }: Translation<typeof english> = spoken?.changes ?? english

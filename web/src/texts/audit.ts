import * as english from '#contract/texts/audit.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { audit }: Translation<typeof english> = spoken?.audit ?? english

import * as english from '#contract/texts/questions.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { questions, stop }: Translation<typeof english> = spoken?.questions ?? english

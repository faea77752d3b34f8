import * as english from '#contract/texts/v1.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { firstGenerationDialog }: Translation<typeof english> = spoken?.v1 ?? english

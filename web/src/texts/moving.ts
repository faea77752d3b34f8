import * as english from '#contract/texts/moving.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { moving }: Translation<typeof english> = spoken?.moving ?? english

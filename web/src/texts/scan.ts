import * as english from '#contract/texts/scan.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { scan }: Translation<typeof english> = spoken?.scan ?? english

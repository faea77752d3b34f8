import * as english from '#contract/texts/relays.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { relays }: Translation<typeof english> = spoken?.relays ?? english

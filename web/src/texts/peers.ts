import * as english from '#contract/texts/peers.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { peers }: Translation<typeof english> = spoken?.peers ?? english

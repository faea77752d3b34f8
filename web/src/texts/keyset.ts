import * as english from '#contract/texts/keyset.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { keyset }: Translation<typeof english> = spoken?.keyset ?? english

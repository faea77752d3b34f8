import * as english from '#contract/texts/account.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { account }: Translation<typeof english> = spoken?.account ?? english

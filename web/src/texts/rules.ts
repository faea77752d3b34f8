import * as english from '#contract/texts/rules.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { names, rules }: Translation<typeof english> = spoken?.rules ?? english

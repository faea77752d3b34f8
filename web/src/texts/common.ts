import * as english from '#contract/texts/common.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { common }: Translation<typeof english> = spoken?.common ?? english

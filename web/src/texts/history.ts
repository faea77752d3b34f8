import * as english from '#contract/texts/history.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { history }: Translation<typeof english> = spoken?.history ?? english

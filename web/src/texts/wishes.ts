import * as english from '#contract/texts/wishes.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { wishes }: Translation<typeof english> = spoken?.wishes ?? english

import * as english from '#contract/texts/protocols.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { generations }: Translation<typeof english> = spoken?.protocols ?? english

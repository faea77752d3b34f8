import * as english from '#contract/texts/kinds.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { kinds }: Translation<typeof english> = spoken?.kinds ?? english

import * as english from '#contract/texts/configure.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { configure }: Translation<typeof english> = spoken?.configure ?? english

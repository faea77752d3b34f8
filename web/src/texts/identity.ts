import * as english from '#contract/texts/identity.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { identity }: Translation<typeof english> = spoken?.identity ?? english

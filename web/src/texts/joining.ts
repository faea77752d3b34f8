import * as english from '#contract/texts/joining.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { joining }: Translation<typeof english> = spoken?.joining ?? english

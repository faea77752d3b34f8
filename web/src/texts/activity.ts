import * as english from '#contract/texts/activity.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { activity }: Translation<typeof english> = spoken?.activity ?? english

import * as english from '#contract/texts/apps.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { apps }: Translation<typeof english> = spoken?.apps ?? english

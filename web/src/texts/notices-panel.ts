import * as english from '#contract/texts/notices-panel.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { noticesPanel }: Translation<typeof english> = spoken?.noticesPanel ?? english

import * as english from '#contract/texts/backups.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { backups }: Translation<typeof english> = spoken?.backups ?? english

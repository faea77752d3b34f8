import * as english from '../../../server/contract/texts/backups.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { backups }: Translation<typeof english> = spoken?.backups ?? english

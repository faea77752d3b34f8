import * as english from '../../../server/contract/texts/backups.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { backups }: Translation<typeof english> = spoken?.backups ?? english

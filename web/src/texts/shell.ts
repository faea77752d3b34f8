import * as english from '../../../server/contract/texts/shell.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { shell }: Translation<typeof english> = spoken?.shell ?? english

import * as english from '../../../server/contract/texts/shell.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { shell }: Translation<typeof english> = spoken?.shell ?? english

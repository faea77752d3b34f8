import * as english from '../../../server/contract/texts/importing.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { importing }: Translation<typeof english> = spoken?.importing ?? english

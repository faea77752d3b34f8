import * as english from '../../../server/contract/texts/importing.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { importing }: Translation<typeof english> = spoken?.importing ?? english

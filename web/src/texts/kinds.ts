import * as english from '../../../server/contract/texts/kinds.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { kinds }: Translation<typeof english> = spoken?.kinds ?? english

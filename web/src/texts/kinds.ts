import * as english from '../../../server/contract/texts/kinds.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { kinds }: Translation<typeof english> = spoken?.kinds ?? english

import * as english from '../../../server/contract/texts/joining.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { joining }: Translation<typeof english> = spoken?.joining ?? english

import * as english from '../../../server/contract/texts/joining.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { joining }: Translation<typeof english> = spoken?.joining ?? english

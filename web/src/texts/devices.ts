import * as english from '../../../server/contract/texts/devices.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { devices }: Translation<typeof english> = spoken?.devices ?? english

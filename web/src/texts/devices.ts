import * as english from '../../../server/contract/texts/devices.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { devices }: Translation<typeof english> = spoken?.devices ?? english

import * as english from '../../../server/contract/texts/uptime.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { uptime }: Translation<typeof english> = spoken?.uptime ?? english

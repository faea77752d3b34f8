import * as english from '../../../server/contract/texts/uptime.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { uptime }: Translation<typeof english> = spoken?.uptime ?? english

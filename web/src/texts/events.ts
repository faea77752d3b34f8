import * as english from '../../../server/contract/texts/events.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { events }: Translation<typeof english> = spoken?.events ?? english

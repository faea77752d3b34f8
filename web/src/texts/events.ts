import * as english from '../../../server/contract/texts/events.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { events }: Translation<typeof english> = spoken?.events ?? english

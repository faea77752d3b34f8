import * as english from '#contract/texts/events.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { events }: Translation<typeof english> = spoken?.events ?? english

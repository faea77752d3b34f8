import * as english from '#contract/texts/uptime.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { uptime }: Translation<typeof english> = spoken?.uptime ?? english

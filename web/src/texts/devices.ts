import * as english from '#contract/texts/devices.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { devices }: Translation<typeof english> = spoken?.devices ?? english

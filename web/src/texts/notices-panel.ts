import * as english from '../../../server/contract/texts/notices-panel.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { noticesPanel }: Translation<typeof english> = spoken?.noticesPanel ?? english

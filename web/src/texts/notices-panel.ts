import * as english from '../../../server/contract/texts/notices-panel.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { noticesPanel }: Translation<typeof english> = spoken?.noticesPanel ?? english

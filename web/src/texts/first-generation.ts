import * as english from '../../../server/contract/texts/first-generation.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { firstGenerationDialog }: Translation<typeof english> =
  spoken?.firstGeneration ?? english

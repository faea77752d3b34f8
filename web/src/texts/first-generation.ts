import * as english from '../../../server/contract/texts/first-generation.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { firstGenerationDialog }: Translation<typeof english> =
  spoken?.firstGeneration ?? english

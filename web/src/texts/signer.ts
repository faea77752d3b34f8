import * as english from '#contract/texts/signer.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { signer, credentials }: Translation<typeof english> = spoken?.signer ?? english

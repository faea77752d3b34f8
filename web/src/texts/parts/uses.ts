// Texts of what the key is used for, in questions and in the history; and of what 1.x means, in its dialog.

import * as deedsTexts from '#contract/texts/deeds.ts'
import * as kindsTexts from '#contract/texts/kinds.ts'
import * as readingTexts from '#contract/texts/reading.ts'
import * as v1Texts from '#contract/texts/v1.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { deeds } = inPageLanguage('deeds', deedsTexts)
export const { kinds, wishes } = inPageLanguage('kinds', kindsTexts)
export const { reading } = inPageLanguage('reading', readingTexts)
export const { firstGenerationDialog } = inPageLanguage('v1', v1Texts)

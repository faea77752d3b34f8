// Texts of the Apps tab.

import * as appsTexts from '#contract/texts/apps.ts'
import * as wishesTexts from '#contract/texts/wishes.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { apps } = inPageLanguage('apps', appsTexts)
export const { wishes } = inPageLanguage('wishes', wishesTexts)

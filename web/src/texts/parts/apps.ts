// Texts of the Apps tab.

import * as appsTexts from '#contract/texts/apps.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { apps } = inPageLanguage('apps', appsTexts)

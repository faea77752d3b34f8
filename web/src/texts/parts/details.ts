// Texts of the signer's details and the history.

import * as eventsTexts from '#contract/texts/events.ts'
import * as historyTexts from '#contract/texts/history.ts'
import * as needsTexts from '#contract/texts/needs.ts'
import * as protocolsTexts from '#contract/texts/protocols.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { events } = inPageLanguage('events', eventsTexts)
export const { history } = inPageLanguage('history', historyTexts)
export const { needSentences } = inPageLanguage('needs', needsTexts)
export const { generations } = inPageLanguage('protocols', protocolsTexts)

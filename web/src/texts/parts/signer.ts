// Texts for signed-in users: those of every screen, of Home and of its tabs.

import * as activityTexts from '#contract/texts/activity.ts'
import * as auditTexts from '#contract/texts/audit.ts'
import * as devicesTexts from '#contract/texts/devices.ts'
import * as doneTexts from '#contract/texts/done.ts'
import * as homeTexts from '#contract/texts/home.ts'
import * as peersTexts from '#contract/texts/peers.ts'
import * as questionsTexts from '#contract/texts/questions.ts'
import * as relaysTexts from '#contract/texts/relays.ts'
import * as rulesTexts from '#contract/texts/rules.ts'
import * as signerTexts from '#contract/texts/signer.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { activity } = inPageLanguage('activity', activityTexts)
export const { audit } = inPageLanguage('audit', auditTexts)
export const { devices } = inPageLanguage('devices', devicesTexts)
export const { done } = inPageLanguage('done', doneTexts)
export const { home, needs, identity } = inPageLanguage('home', homeTexts)
export const { peers, uptime } = inPageLanguage('peers', peersTexts)
export const { questions, stop } = inPageLanguage('questions', questionsTexts)
export const { relays } = inPageLanguage('relays', relaysTexts)
export const { names, rules } = inPageLanguage('rules', rulesTexts)
export const { signer, credentials, changes } = inPageLanguage('signer', signerTexts)

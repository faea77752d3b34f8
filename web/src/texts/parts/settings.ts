// Texts of the settings.

import * as accountTexts from '#contract/texts/account.ts'
import * as backupsTexts from '#contract/texts/backups.ts'
import * as notificationsPanelTexts from '#contract/texts/notifications-panel.ts'
import * as settingsTexts from '#contract/texts/settings.ts'
import * as sharesTexts from '#contract/texts/shares.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { account } = inPageLanguage('account', accountTexts)
export const { backups } = inPageLanguage('backups', backupsTexts)
export const { notificationsPanel } = inPageLanguage('notificationsPanel', notificationsPanelTexts)
export const { settings } = inPageLanguage('settings', settingsTexts)
export const { shares } = inPageLanguage('shares', sharesTexts)

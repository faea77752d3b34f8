import * as english from '#contract/texts/notifications-panel.ts'
import type { Translation } from '#contract/translation.ts'
import { spoken } from './spoken.ts'

export const { notificationsPanel }: Translation<typeof english> =
  spoken?.notificationsPanel ?? english

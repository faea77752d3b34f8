import type * as access from '#contract/texts/access.ts'
import type * as account from '#contract/texts/account.ts'
import type * as activity from '#contract/texts/activity.ts'
import type * as apps from '#contract/texts/apps.ts'
import type * as audit from '#contract/texts/audit.ts'
import type * as backups from '#contract/texts/backups.ts'
import type * as changes from '#contract/texts/changes.ts'
import type * as common from '#contract/texts/common.ts'
import type * as configure from '#contract/texts/configure.ts'
import type * as deeds from '#contract/texts/deeds.ts'
import type * as devices from '#contract/texts/devices.ts'
import type * as done from '#contract/texts/done.ts'
import type * as events from '#contract/texts/events.ts'
import type * as history from '#contract/texts/history.ts'
import type * as home from '#contract/texts/home.ts'
import type * as identity from '#contract/texts/identity.ts'
import type * as importing from '#contract/texts/importing.ts'
import type * as joining from '#contract/texts/joining.ts'
import type * as keyset from '#contract/texts/keyset.ts'
import type * as kinds from '#contract/texts/kinds.ts'
import type * as moving from '#contract/texts/moving.ts'
import type * as notificationsPanel from '#contract/texts/notifications-panel.ts'
import type * as peers from '#contract/texts/peers.ts'
import type * as generations from '#contract/texts/protocols.ts'
import type * as questions from '#contract/texts/questions.ts'
import type * as reading from '#contract/texts/reading.ts'
import type * as recover from '#contract/texts/recover.ts'
import type * as relays from '#contract/texts/relays.ts'
import type * as rules from '#contract/texts/rules.ts'
import type * as scan from '#contract/texts/scan.ts'
import type * as settings from '#contract/texts/settings.ts'
import type * as shares from '#contract/texts/shares.ts'
import type * as shell from '#contract/texts/shell.ts'
import type * as signer from '#contract/texts/signer.ts'
import type * as start from '#contract/texts/start.ts'
import type * as uptime from '#contract/texts/uptime.ts'
import type * as firstGeneration from '#contract/texts/v1.ts'
import type * as wishes from '#contract/texts/wishes.ts'
import type { Translation } from '#contract/translation.ts'
import type { sentences } from './sentences.ts'

/** All that the console says, as another language than English has it: a part for each file of texts. */
export interface Catalogue {
  access: Translation<typeof access>
  account: Translation<typeof account>
  activity: Translation<typeof activity>
  apps: Translation<typeof apps>
  audit: Translation<typeof audit>
  backups: Translation<typeof backups>
  changes: Translation<typeof changes>
  common: Translation<typeof common>
  configure: Translation<typeof configure>
  deeds: Translation<typeof deeds>
  devices: Translation<typeof devices>
  done: Translation<typeof done>
  events: Translation<typeof events>
  v1: Translation<typeof firstGeneration>
  protocols: Translation<typeof generations>
  history: Translation<typeof history>
  home: Translation<typeof home>
  identity: Translation<typeof identity>
  importing: Translation<typeof importing>
  joining: Translation<typeof joining>
  keyset: Translation<typeof keyset>
  kinds: Translation<typeof kinds>
  moving: Translation<typeof moving>
  notificationsPanel: Translation<typeof notificationsPanel>
  peers: Translation<typeof peers>
  questions: Translation<typeof questions>
  reading: Translation<typeof reading>
  recover: Translation<typeof recover>
  relays: Translation<typeof relays>
  rules: Translation<typeof rules>
  scan: Translation<typeof scan>
  sentences: Translation<typeof sentences>
  settings: Translation<typeof settings>
  shares: Translation<typeof shares>
  shell: Translation<typeof shell>
  signer: Translation<typeof signer>
  start: Translation<typeof start>
  uptime: Translation<typeof uptime>
  wishes: Translation<typeof wishes>
}

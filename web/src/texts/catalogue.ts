import type * as access from '../../../server/contract/texts/access.ts'
import type * as account from '../../../server/contract/texts/account.ts'
import type * as activity from '../../../server/contract/texts/activity.ts'
import type * as apps from '../../../server/contract/texts/apps.ts'
import type * as audit from '../../../server/contract/texts/audit.ts'
import type * as backups from '../../../server/contract/texts/backups.ts'
import type * as changes from '../../../server/contract/texts/changes.ts'
import type * as common from '../../../server/contract/texts/common.ts'
import type * as configure from '../../../server/contract/texts/configure.ts'
import type * as deeds from '../../../server/contract/texts/deeds.ts'
import type * as devices from '../../../server/contract/texts/devices.ts'
import type * as done from '../../../server/contract/texts/done.ts'
import type * as events from '../../../server/contract/texts/events.ts'
import type * as firstGeneration from '../../../server/contract/texts/first-generation.ts'
import type * as generations from '../../../server/contract/texts/generations.ts'
import type * as history from '../../../server/contract/texts/history.ts'
import type * as home from '../../../server/contract/texts/home.ts'
import type * as identity from '../../../server/contract/texts/identity.ts'
import type * as importing from '../../../server/contract/texts/importing.ts'
import type * as joining from '../../../server/contract/texts/joining.ts'
import type * as keyset from '../../../server/contract/texts/keyset.ts'
import type * as kinds from '../../../server/contract/texts/kinds.ts'
import type * as moving from '../../../server/contract/texts/moving.ts'
import type * as noticesPanel from '../../../server/contract/texts/notices-panel.ts'
import type * as peers from '../../../server/contract/texts/peers.ts'
import type * as questions from '../../../server/contract/texts/questions.ts'
import type * as reading from '../../../server/contract/texts/reading.ts'
import type * as recover from '../../../server/contract/texts/recover.ts'
import type * as relays from '../../../server/contract/texts/relays.ts'
import type * as rules from '../../../server/contract/texts/rules.ts'
import type * as scan from '../../../server/contract/texts/scan.ts'
import type * as settings from '../../../server/contract/texts/settings.ts'
import type * as shares from '../../../server/contract/texts/shares.ts'
import type * as shell from '../../../server/contract/texts/shell.ts'
import type * as signer from '../../../server/contract/texts/signer.ts'
import type * as start from '../../../server/contract/texts/start.ts'
import type * as uptime from '../../../server/contract/texts/uptime.ts'
import type * as wishes from '../../../server/contract/texts/wishes.ts'
import type { Translation } from '../../../server/contract/translation.ts'
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
  firstGeneration: Translation<typeof firstGeneration>
  generations: Translation<typeof generations>
  history: Translation<typeof history>
  home: Translation<typeof home>
  identity: Translation<typeof identity>
  importing: Translation<typeof importing>
  joining: Translation<typeof joining>
  keyset: Translation<typeof keyset>
  kinds: Translation<typeof kinds>
  moving: Translation<typeof moving>
  noticesPanel: Translation<typeof noticesPanel>
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

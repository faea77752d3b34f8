import type Database from 'better-sqlite3'
import { schemaVersion } from '../database.ts'
import { foreignObject, type Migration } from '../migrate.ts'
import { initial } from './001-initial.ts'
import { auth } from './002-auth.ts'
import { signatureHours } from './003-signature-hours.ts'
import { deniedOperations } from './004-denied-operations.ts'
import { peerProtocols } from './005-peer-generations.ts'
import { sessionsEnd } from './006-sessions-end.ts'
import { guards } from './007-guards.ts'
import { auditClasses } from './008-audit-classes.ts'
import { keysets } from './009-keysets.ts'
import { rules } from './010-rules.ts'
import { approveScope } from './011-approve-scope.ts'
import { sealedSettings } from './012-sealed-settings.ts'
import { apps } from './013-apps.ts'
import { spares } from './014-spares.ts'
import { history } from './015-history.ts'
import { sessionOrigins } from './016-session-origins.ts'
import { profiles } from './017-profiles.ts'
import { auditShown } from './018-audit-shown.ts'
import { peerBuilds } from './019-peer-builds.ts'
import { auditTimes } from './020-audit-times.ts'

/** In order from 1, without a gap. A released migration is never edited: a change is a new migration. */
export const migrations: readonly Migration[] = [
  initial,
  auth,
  signatureHours,
  deniedOperations,
  peerProtocols,
  sessionsEnd,
  guards,
  auditClasses,
  keysets,
  rules,
  approveScope,
  sealedSettings,
  apps,
  spares,
  history,
  sessionOrigins,
  profiles,
  auditShown,
  peerBuilds,
  auditTimes,
]

/** Makes the schema of a version in an empty database. */
export function makeSchema(db: Database.Database, version: number): void {
  for (const migration of migrations.slice(0, version)) migration.up(db)
}

/** The first object by which a database differs from the schema of its version (`foreignObject`). */
export const notOfSchema = (db: Database.Database): string | undefined =>
  foreignObject(db, (empty) => makeSchema(empty, schemaVersion(db)))

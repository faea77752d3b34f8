import type { MachineRecord } from '../audit.ts'
import type { Finding } from './findings.ts'

/** For the audit: rows that somebody other than Floe has written, changed or taken out. */
export const recordOf = ({ table, ...detail }: Finding): MachineRecord => ({
  actor: 'self',
  action: 'database.changed',
  outcome: 'refused',
  detail: { table, ...detail },
})

/** For the audit: all rows were taken in as they are, of a database of the schema `from`. */
export const adoptedRecord = (from: number): MachineRecord => ({
  actor: 'self',
  action: 'database.adopt',
  outcome: 'ok',
  detail: { from },
})

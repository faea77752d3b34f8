import type { MachineRecord } from '../audit.ts'
import type { Finding } from './findings.ts'

/** For the audit: rows that somebody other than Floe wrote, changed or took out. */
export const recordOf = ({ table, ...detail }: Finding): MachineRecord => ({
  actor: 'self',
  action: 'database.changed',
  outcome: 'refused',
  detail: { table, ...detail },
})

/** For the audit: all rows of a database of schema `from` were taken in as they are. */
export const adoptedRecord = (from: number): MachineRecord => ({
  actor: 'self',
  action: 'database.adopt',
  outcome: 'ok',
  detail: { from },
})

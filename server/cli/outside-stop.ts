import { readConfig } from '#config/read-config.ts'
import { createClock } from '#lib/clock.ts'
import { createStop, type Stop } from '#policy/stop.ts'
import { createAuditTable } from '#store/audit-table.ts'
import { changeGuarded } from '#store/outside.ts'
import { createStop as createStopStore } from '#store/stop.ts'
import { healthAt } from './ask-health.ts'
import type { CommandIo } from './command.ts'
import { stderrLog } from './stderr-log.ts'

/** Changes the stop in the data folder, with its row in the audit. */
export function changeStop<T>(
  io: CommandIo,
  action: 'stop' | 'resume',
  change: (stop: Stop) => T,
): T {
  const { dataDir, secretKey } = io.read(readConfig)
  const folder = { dataDir, secret: secretKey?.reveal(), log: stderrLog(io) }
  return changeGuarded(folder, (db, guards) => {
    const stop = createStop({
      store: createStopStore(db, { guards, dataDir, log: stderrLog(io) }),
      clock: createClock(),
      onError: (error) => {
        throw error
      },
    })
    try {
      const changed = change(stop)
      createAuditTable(db).append([
        {
          ...{ at: Date.now(), keyset: null, actor: 'command-line' },
          ...{ action, outcome: 'ok', detail: {} },
        },
      ])
      return changed
    } finally {
      stop.close()
    }
  })
}

/**
 * Whether the server that runs has taken a change over: one that is asked how it is looks first at what was
 * changed beside it.
 *
 * @param isSo whether it has, by whether it is stopped
 */
export async function heardByServer(
  io: CommandIo,
  isSo: (isStopped: boolean) => boolean,
): Promise<'heard' | 'not yet' | 'no server'> {
  const { host, port } = io.read(readConfig)
  const health = await healthAt(host, port)
  if (health === null) return 'no server'
  return isSo(health.stopped === true) ? 'heard' : 'not yet'
}

export function say({ stdout }: CommandIo, line: string, code: number): number {
  stdout.write(`${line}\n`)
  return code
}

import { fromProcess } from '../config/environment.ts'
import { readConfig } from '../config/whole.ts'
import { createClock } from '../rules/clock.ts'
import { createStop, type Stop } from '../rules/stop.ts'
import { createAuditTable } from '../store/audit-table.ts'
import { changeGuarded } from '../store/outside.ts'
import { createStop as createStopStore } from '../store/stop.ts'
import { healthAt } from './ask-health.ts'
import { stderrLog } from './stderr-log.ts'

/** Changes the stop in the data folder, with its row in the audit. */
export function changeStop<T>(action: 'stop' | 'resume', change: (stop: Stop) => T): T {
  const { dataDir, secretKey } = fromProcess(readConfig)
  const folder = { dataDir, secret: secretKey?.reveal(), log: stderrLog }
  return changeGuarded(folder, (db, guards) => {
    const stop = createStop({
      store: createStopStore(db, { guards, dataDir, log: stderrLog }),
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
  isSo: (isStopped: boolean) => boolean,
): Promise<'heard' | 'not yet' | 'no server'> {
  const { host, port } = fromProcess(readConfig)
  const health = await healthAt(host, port)
  if (health === null) return 'no server'
  return isSo(health.stopped === true) ? 'heard' : 'not yet'
}

export function say(line: string, code: number): number {
  process.stdout.write(`${line}\n`)
  return code
}

import type { StoreLog } from '#store/database.ts'
import type { CommandIo } from './command.ts'

/** What a command says besides its result, leaving out mere progress. */
export function stderrLog({ stderr }: Pick<CommandIo, 'stderr'>): StoreLog {
  const say = (_: object, message: string): void => {
    stderr.write(`floe: ${message}\n`)
  }
  return { info: () => {}, warn: say, error: say }
}

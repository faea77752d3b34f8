import type { StoreLog } from '../store/log.ts'

const say = (_: object, message: string): void => {
  process.stderr.write(`floe: ${message}\n`)
}

/** What a command says besides its result, leaving out mere progress. */
export const stderrLog: StoreLog = { info: () => {}, warn: say, error: say }

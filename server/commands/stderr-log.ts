import type { StoreLog } from '../store/log.ts'

const say = (_: object, message: string): void => {
  process.stderr.write(`floe: ${message}\n`)
}

/** What a command has to say beside its result; what is no more than progress is left out. */
export const stderrLog: StoreLog = { info: () => {}, warn: say, error: say }

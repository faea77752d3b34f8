// Preloaded into a process (`node --import`): when the process ends, this writes the list of its modules into
// the file that FLOE_TEST_LOADED names.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** What a process loaded: files by their URLs. */
export interface Loaded {
  files: string[]
}

const { FLOE_TEST_LOADED } = process.env
const files: string[] = []

if (FLOE_TEST_LOADED !== undefined) {
  registerHooks({
    load: (url, context, next) => {
      files.push(url)
      return next(url, context)
    },
  })
  process.on('exit', () => {
    writeFileSync(FLOE_TEST_LOADED, JSON.stringify({ files } satisfies Loaded))
  })
}

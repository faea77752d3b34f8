// Preloaded into a process (`node --import`): writes what it has loaded in its life into the file
// that FLOE_TEST_LOADED names, when it ends.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** What a process has loaded: files by their URLs, and Node's own modules as Node calls them. */
export interface Loaded {
  files: string[]
  ofNode: string[]
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
    // What Node keeps of it; its types know nothing of the list.
    const { moduleLoadList: ofNode } = process as unknown as { moduleLoadList: string[] }
    writeFileSync(FLOE_TEST_LOADED, JSON.stringify({ files, ofNode } satisfies Loaded))
  })
}

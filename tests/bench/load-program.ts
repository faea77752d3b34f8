// A load in a process of its own: told over IPC what to do, answers with the results.
import { drive, type Load } from './http-client.ts'

process.once('message', async (load: Load) => {
  process.send?.(await drive(load))
})

// A load in a process of its own: gets it over IPC, and answers with the results.
import { drive, type Load } from './http-client.ts'

process.once('message', async (load: Load) => {
  process.send?.(await drive(load))
})

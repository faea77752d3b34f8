import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface Collector {
  /** Resolves when the process has collected its garbage. */
  collect(): Promise<void>
  close(): void
}

/**
 * Has a process collect its garbage, by way of its inspector: what is resident right after that is
 * what the process keeps, and not what V8 has not got round to yet, which takes it many minutes.
 *
 * @param port that the process was started with: `--inspect=127.0.0.1:port`
 */
export async function attachCollector(port: number): Promise<Collector> {
  const list = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const [{ webSocketDebuggerUrl }] = list as [{ webSocketDebuggerUrl: string }]
  const inspector = new WebSocket(webSocketDebuggerUrl)
  await once(inspector, 'open')
  let id = 0
  return {
    collect: async () => {
      id += 1
      inspector.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
      await once(inspector, 'message')
    },
    close: () => inspector.terminate(),
  }
}

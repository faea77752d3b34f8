import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface Inspector {
  /**
   * Has the process collect its garbage: what is resident right after that is what it keeps, without
   * the garbage that V8 would leave for many minutes.
   */
  collect(): Promise<void>
  /** Evaluates an expression in the process; returns its value. */
  evaluate(expression: string): Promise<unknown>
  close(): void
}

interface Reply {
  id: number
  result: { result?: { value?: unknown }; exceptionDetails?: { text: string } }
}

/**
 * Looks into a process through its inspector.
 *
 * @param port that the process was started with: `--inspect=127.0.0.1:port`
 */
export async function attachInspector(port: number): Promise<Inspector> {
  const list = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const [{ webSocketDebuggerUrl }] = list as [{ webSocketDebuggerUrl: string }]
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as Reply
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  let calls = 0
  const ask = (method: string, params: object = {}): Promise<Reply> => {
    calls += 1
    const id = calls
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  return {
    collect: async () => void (await ask('HeapProfiler.collectGarbage')),
    evaluate: async (expression) => {
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true })
      if (result.exceptionDetails) throw new Error(result.exceptionDetails.text)
      return result.result?.value
    },
    close: () => socket.terminate(),
  }
}

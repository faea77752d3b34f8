// What is measured runs in a process of its own, and is called over IPC: serveCalls() there,
// startRemote() here.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The calls that a process serves. Arguments and answers travel as JSON. */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>

interface Call {
  id: number
  name: string
  argument: unknown
}

type Reply = { id: number; value: unknown } | { id: number; error: string }

/**
 * Starts what the process is for, with the options its parent gives, then answers the parent's
 * calls. It ends with its parent.
 */
export function serveCalls<Options>(
  start: (options: Options) => Promise<{ ready: unknown; calls: Calls }>,
): void {
  process.once('message', async (options: Options) => {
    const { ready, calls } = await start(options)
    process.on('message', async ({ id, name, argument }: Call) => {
      process.send?.({ id, ...(await replyOf(calls, name, argument)) })
    })
    process.send?.({ ready })
  })
  process.on('disconnect', () => process.exit(0))
}

async function replyOf(calls: Calls, name: string, argument: unknown) {
  try {
    return { value: await calls[name]?.(argument as never) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

export interface Remote<C extends Calls> {
  /** Rejects with the error's message when the call throws, and when the process ends. */
  call<K extends keyof C & string>(
    name: K,
    ...argument: Parameters<C[K]>
  ): Promise<Awaited<ReturnType<C[K]>>>
  stop(): Promise<void>
}

/** Resolves with what the process says when it is ready. Rejects when it ends before that. */
export async function startRemote<C extends Calls, Ready>(
  program: string,
  options: object,
): Promise<{ remote: Remote<C>; ready: Ready }> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ended = once(child, 'exit').then(() => {
    const error = new Error(`${program} has ended`)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    throw error
  })
  ended.catch(() => {})
  child.send(options)
  const [{ ready }] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: Ready }]
  child.on('message', (reply: Reply) => {
    const settle = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) settle?.reject(new Error(reply.error))
    else settle?.resolve(reply.value)
  })
  let calls = 0
  return {
    ready,
    remote: {
      call: async (name, ...[argument]) => {
        if (!child.connected) throw new Error(`${program} has ended`)
        calls += 1
        const call = Promise.withResolvers<unknown>()
        waiting.set(calls, call)
        child.send({ id: calls, name, argument })
        return (await call.promise) as never
      },
      stop: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    },
  }
}

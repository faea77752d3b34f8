import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Scope } from '../../support/scope.ts'
import type { DeviceAnswer, DeviceCall, DeviceOptions, DeviceState } from './device-messages.ts'

const PROGRAM = `${import.meta.dirname}/device-program.ts`

/** A genuine device in a process of its own. */
export class GenuineDevice {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (result: never) => void>()
  #calls = 0

  /** Resolves when it hears its relay; the device ends with the test. */
  static async start(scope: Scope, options: DeviceOptions): Promise<GenuineDevice> {
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    const device = new GenuineDevice(child)
    scope.onTestFinished(() => device.stop())
    child.send({ start: options })
    const gone = once(child, 'exit').then(() => {
      throw new Error(`the device of ${options.folder} has ended`)
    })
    gone.catch(() => {})
    await Promise.race([once(child, 'message'), gone])
    return device
  }

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', ({ call, result }: { call?: number; result: never }) => {
      if (call === undefined) return
      this.#waiting.get(call)?.(result)
      this.#waiting.delete(call)
    })
    child.on('exit', () => {
      const ended = { ok: false, code: 'ended', message: 'the device has ended' } as never
      for (const settle of this.#waiting.values()) settle(ended)
      this.#waiting.clear()
    })
  }

  sign(hash: string): Promise<DeviceAnswer> {
    return this.#call('sign', hash)
  }

  /** @param publicKey x-only */
  ecdh(publicKey: string): Promise<DeviceAnswer> {
    return this.#call('ecdh', publicKey)
  }

  /** All of its state, to start it with again. */
  snapshot(): Promise<string> {
    return this.#call('snapshot')
  }

  state(): Promise<DeviceState> {
    return this.#call('state')
  }

  /** Kills it, like an app that is killed. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  #call<T>(name: DeviceCall['name'], argument = ''): Promise<T> {
    this.#calls += 1
    const call = this.#calls
    return new Promise((resolve) => {
      this.#waiting.set(call, resolve)
      this.#child.send({ call, name, argument } satisfies DeviceCall)
    })
  }
}

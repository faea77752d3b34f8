import { ask, bySession, CLOSED } from './access.ts'
import type { Answer } from './api-server.ts'
import { type FloeServer, startFloe } from './floe-process.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

const PERSON = { username: 'olga', password: 'a long pass phrase' }

/** A server in a process of its own, an owner who is signed in, and a program with an API key. */
export interface OwnedProcess {
  floe: FloeServer
  /** The headers that authenticate the calls of each. */
  by: Record<'owner' | 'program', Record<string, string>>
  sign(message: string, by?: Record<string, string>): Promise<Answer>
  /** Kills the process and starts one on its data. Resolves when its signer runs; nobody signs in again. */
  afterKill(): Promise<OwnedProcess>
}

/** @param credentials the share and group that it signs with, and its relays, as environment */
export async function startOwnedProcess(
  scope: Scope,
  credentials: Readonly<Record<string, string>>,
): Promise<OwnedProcess> {
  const environment = {
    ...{ ...CLOSED, ...credentials },
    ...{ BASIC_AUTH_USER: PERSON.username, BASIC_AUTH_PASS: PERSON.password },
  }
  const floe = await startFloe(scope, environment)
  const { body } = await ask(floe, 'login', { body: PERSON })
  const owner = bySession((body as { sessionId: string }).sessionId)
  const made = await ask(floe, 'createApiKey', {
    ...{ headers: owner, body: { name: 'bot', scope: 'sign' } },
  })
  const { key } = made.body as { key: string }
  const by = { owner, program: { 'X-API-Key': key } }

  const calls = (to: FloeServer): OwnedProcess => ({
    ...{ floe: to, by },
    sign: (message, headers = by.program) => ask(to, 'sign', { headers, body: { message } }),
    afterKill: async () => {
      to.send('SIGKILL')
      await to.exit
      return running(await startFloe(scope, environment, to.dataDir))
    },
  })
  const running = async (to: FloeServer): Promise<OwnedProcess> => {
    const isActive = async () => {
      const { body } = await ask(to, 'status', { headers: owner })
      return (body as { nodeActive: boolean }).nodeActive
    }
    await until(isActive, { what: 'the signer to run' })
    return calls(to)
  }
  return running(floe)
}

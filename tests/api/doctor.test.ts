import { describe, expect, test } from 'vitest'
import { VERSION } from '#lib/version.ts'
import { ask, byKey, CLOSED, makeKeys } from '../support/access.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { freePort } from '../support/free-port.ts'
import { runHere } from '../support/run-command.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'

describe.concurrent('The report for whoever helps', () => {
  test('says how the server is, with settings by name and devices by number', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const environment = {
      ...CLOSED,
      ...firstShare(keyset, [`${relay.url}/a-path-that-only-we-know`]),
    }
    const server = await startServer(t, { environment })
    const { supervisor } = server.context.keysets.first
    await until(() => supervisor.relayStates.some(({ heard }) => heard))
    const headers = byKey(makeKeys(server).admin)

    const { body } = await ask(server, 'doctor', { headers })

    const { report } = body as { report: string }
    for (const line of [
      `Floe ${VERSION}, commit `,
      `Platform: ${process.platform} `,
      /^Settings that are given: .*GROUP_CRED, .*SHARE_CRED/m,
      /^Data folder: \d+ of \d+ MiB are free$/m,
      `Relay ${relay.url}: open, heard since `,
      'Device 2: ',
      'Device 3: ',
    ]) {
      expect(report).toMatch(line)
    }
    const { groupCredential, shareCredentials, group } = keyset
    for (const kept of [groupCredential, ...shareCredentials, group.group_pk, 'only-we-know']) {
      expect(report).not.toContain(kept)
    }
  })

  test('is printed by a command beside the running server, and leaves no session', async (t) => {
    for (const environment of [CLOSED, { AUTH_ENABLED: 'false' }]) {
      const server = await startServer(t, { environment })
      const own = { ...environment, DATA_DIR: server.dataDir, HOST_PORT: String(server.port) }

      const { code, stdout, stderr } = await runHere(own, 'doctor')

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^Floe .*\n[\s\S]*^Signer: stopped; /m)
      expect(server.context.auth.sessions.list()).toEqual([])
    }
  })

  test('says what can be known without a server, and why there is none', async () => {
    const { code, stdout } = await runHere({ HOST_PORT: String(await freePort()) }, 'doctor')

    expect(code).toBe(1)
    expect(stdout).toMatch(/^Settings that are given: HOST_PORT$/m)
    expect(stdout).toMatch(/^Server: cannot be asked \(ECONNREFUSED\)$/m)
  })
})

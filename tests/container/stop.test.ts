import { beforeAll, beforeEach, expect, it } from 'vitest'
import { statusAnswer } from '#contract/status.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { fitting } from '../support/fitting.ts'
import { newHash } from '../support/new-hash.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { makeVolume } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { type Floe, startFloe } from './support/floe.ts'
import { type Group, startGroup } from './support/group.ts'
import { describeWithDocker } from './support/suite.ts'

describeWithDocker('docker stop', () => {
  const file = fileScope()
  let group: Group
  let floe: Floe

  beforeAll(async () => {
    group = await startGroup(file)
    floe = await startFloe(file, { network: group.network, volume: await makeVolume(file) })
    await floe.configure(group)
  })

  beforeEach(async () => {
    if ((await floe.inspect('{{.State.Running}}')) === 'true') return
    await floe.startAgain()
    await floe.untilItCanSign()
  })

  /**
   * Expects Floe to stop within the 10 s that an engine leaves it: if Floe takes longer by its own clock, it
   * exits with 1. The engine waits longer here, as on a busy machine it is late itself.
   */
  const stop = async (): Promise<void> => {
    await docker('stop', '--time', '60', floe.id)
    expect(await floe.inspect('{{.State.ExitCode}}')).toBe('0')
  }

  /** Null if the server stopped before it read the request: an engine under load forwards it late. */
  const ask = (hash: string) => floe.sign(hash).catch(() => null)

  it('loses nothing: what is under way is answered or refused, and what is answered is kept', async () => {
    const named = await floe.send('POST', '/api/env', { GROUP_NAME: 'Named before the stop' })
    const hashes = Array.from({ length: 30 }, newHash)
    const asked = hashes.map(ask)
    await Promise.race(asked)

    const [answers] = await Promise.all([Promise.all(asked), stop()])

    const signed = new Set<string>()
    const unread = hashes.filter((_, n) => answers[n] === null)
    for (const [n, answer] of answers.entries()) {
      if (answer === null) continue
      const { status, body } = answer
      const hash = hashes[n] ?? ''
      if (status !== 200) {
        expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
        continue
      }
      const { signature } = body as { signature: string }
      expect(verifyBip340(signature, hash, group.keyset.group.group_pk.slice(2))).toBe(true)
      signed.add(hash)
    }
    await floe.startAgain()
    expect(named.status).toBe(200)
    expect((await floe.get('/api/env')).text).toContain('Named before the stop')
    const audited = await floe.auditedSignatures()
    expect(signed.size).toBeGreaterThan(0)
    expect([...signed].filter((hash) => !audited.has(hash))).toEqual([])
    expect(unread.filter((hash) => audited.has(hash))).toEqual([])
  })

  it('refuses, within 10 s, requests that nobody is there to sign with', async () => {
    const eventsOut = async () =>
      fitting(statusAnswer, (await floe.get('/api/status')).body).relayStates[0]?.eventsOut ?? 0
    await docker('pause', group.peer.id)
    const before = await eventsOut()
    const asked = Array.from({ length: 5 }, () => ask(newHash()))
    await until(async () => (await eventsOut()) > before)

    const [answers] = await Promise.all([Promise.all(asked), stop()])
    await docker('unpause', group.peer.id)

    const read = answers.filter((answer) => answer !== null)
    expect(read).not.toEqual([])
    for (const { status, body } of read) {
      expect(status).toBeGreaterThanOrEqual(500)
      expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
  })
})

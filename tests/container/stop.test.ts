import { beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyBip340 } from '../support/bip340.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { makeVolume } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { type Floe, startFloe } from './support/floe.ts'
import { type Group, startGroup } from './support/group.ts'
import { askBeside } from './support/neighbour.ts'
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

  /** How many signatures it has decided on since it started. */
  const decided = async (): Promise<number> => {
    const { text } = await floe.get('/metrics')
    const verdicts = text.matchAll(/^floe_verdicts_total\{.*operation="sign".*\} (\d+)$/gm)
    return [...verdicts].reduce((sum, [, count]) => sum + Number(count), 0)
  }

  it('loses nothing: what is under way is answered or refused, and what is answered is kept', async () => {
    const named = await floe.send('POST', '/api/env', { GROUP_NAME: 'Named before the stop' })
    const asking = { count: 5, isUntilRefused: true }
    const { answers, ended } = await askBeside(group.relay, floe, asking)
    await until(() => [...answers.values()].some((answer) => answer?.status === 200))

    await Promise.all([ended, stop()])

    const signed = new Set<string>()
    const unread: string[] = []
    for (const [hash, answer] of answers) {
      if (answer === null) {
        unread.push(hash)
        continue
      }
      const { status, body } = answer
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
    await docker('pause', group.peer.id)
    const losses = async () => (await floe.logs()).split('Signer degraded').length
    const [before, lossesBefore] = [await decided(), await losses()]
    const { answers, ended } = await askBeside(group.relay, floe, { count: 5 })
    await until(async () => (await decided()) === before + 5)
    // Before Floe asks its peers, it takes half of the 10 s to find that they are gone.
    await until(async () => (await losses()) > lossesBefore)

    await Promise.all([ended, stop()])
    await docker('unpause', group.peer.id)

    expect(answers.size).toBe(5)
    for (const answer of answers.values()) {
      expect(answer?.status).toBeGreaterThanOrEqual(500)
      expect(answer?.body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Faults } from '../../relay-fixture/faults.ts'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { DEAD_RELAY_URL, QUICK, relayClient } from '../../tests/support/relay-client.ts'
import { asRelay, startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'
import { RelayPool } from './pool.ts'

/** Runs a process that stops a session in a given state; resolves when the process has ended by itself. */
async function stopInProcess(url: string, state: string): Promise<void> {
  const program = `${import.meta.dirname}/../../tests/support/stopped-line.ts`
  const child = spawn(process.execPath, [program, url, state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  expect(output.toString()).toBe('stopped\n')
  expect(await exited).toEqual([0, null])
}

describe('stopping', () => {
  it.each<[string, Partial<Faults>, string]>([
    ['while it is heard', {}, 'heard'],
    ['while a dial hangs', { silent: true }, 'connecting'],
    ['while it waits for the next attempt', { refuse: true }, 'waiting'],
    ['while the relay answers nothing', { mute: true }, 'open'],
    ['while the relay neither confirms nor accepts', { noEose: true, noOk: true }, 'open'],
    ['while the relay wants authentication', { requireAuth: true }, 'open'],
  ])('leaves no socket and no timer behind: %s', async (_, faults, state) => {
    const relay = await startRelay()
    relay.setFaults(faults)

    await stopInProcess(relay.url, state)

    await until(() => relay.connections + relay.unanswered === 0)
  })

  it('leaves no socket and no timer behind: while a pong is awaited', async () => {
    const relay = await startScriptedRelay(asRelay, { autoPong: false })

    await stopInProcess(relay.url, 'heard')
  })

  it('leaves no socket and no timer behind: after the relay went silent', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)
    connection.start()
    await until(() => connection.status.state === 'open')
    relay.setFaults({ silent: true })

    await connection.stop()

    await until(() => relay.connections === 0)
  })

  it('ends everything that is under way', async () => {
    const { connection, statuses } = relayClient(DEAD_RELAY_URL)
    connection.start()
    const publishing = connection.publish(makeEvent())
    const probing = connection.probe()

    await connection.stop()

    expect(await publishing).toEqual({
      accepted: false,
      answered: false,
      why: expect.objectContaining({ error: 'connection closed' }),
    })
    expect(await probing).toBe(false)
    expect(statuses.at(-1)).toMatchObject({ state: 'closed', error: null, nextAttemptAt: null })
  })

  it('is final: what the relay still sends changes nothing', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { connection, events, statuses } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)
    relay.say('EVENT', 'sub', { id: 'late' })
    relay.say('NOTICE', 'late')
    relay.say('CLOSED', 'sub', 'error: late')

    const stopped = connection.stop()
    const changes = statuses.length
    await stopped

    expect(statuses.slice(changes)).toEqual([])
    expect(connection.status).toMatchObject({ state: 'closed', error: null, eventsIn: 0 })
    expect(events).toEqual([])
  })

  it('can be done twice, and undone', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    await Promise.all([connection.stop(), connection.stop()])
    await until(() => relay.connections === 0)
    connection.start()

    await until(() => connection.heard)
  })

  it('leaves every relay of a session, and delivers nothing more', async () => {
    const relays = [await startRelay(), await startRelay(), await startRelay()]
    relays[2]?.setFaults({ silent: true })
    const session = new RelayPool({ timings: QUICK }).session({
      urls: [...relays.map(({ url }) => url), DEAD_RELAY_URL],
    })
    const heard: string[] = []
    session.subscribe([{}], ({ id }) => heard.push(id))
    session.start()
    await until(() => session.heard === 2)

    const stopped = session.stop()
    relays[0]?.inject(makeEvent())
    await stopped

    expect(session.statuses.map(({ state }) => state)).toEqual(Array(4).fill('closed'))
    await until(() => relays.every((relay) => relay.connections + relay.unanswered === 0))
    expect(heard).toEqual([])
  })
})

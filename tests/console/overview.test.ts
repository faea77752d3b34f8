import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { factsOf } from '#contract/need-facts.ts'
import { type Need, type NeedCode, type Overview, overview } from '#contract/overview.ts'
import { apps } from '#contract/texts/apps.ts'
import { common } from '#contract/texts/common.ts'
import { devices } from '#contract/texts/devices.ts'
import { home, needs } from '#contract/texts/home.ts'
import { needSentences } from '#contract/texts/needs.ts'
import { stop } from '#contract/texts/questions.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { xOnly } from '#nostr/x-only.ts'
import { BACKUP_FOLDER } from '#store/backup/schedule.ts'
import { openStore } from '#store/open.ts'
import { byKey, CLOSED } from '../support/access.ts'
import { type ApiServer, call } from '../support/api-server.ts'
import { QUICK_PACKAGES } from '../support/cheap-hashing.ts'
import { NAME, openApps, pairedClient } from '../support/console/apps.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { headline, openNeeds, verdict } from '../support/console/home.ts'
import { ANNA, dialog } from '../support/console/owner.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { openSignedIn, signIn } from '../support/console/sign-in.ts'
import { type Six, saidBy, sixOf } from '../support/console/six.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { fitting } from '../support/fitting.ts'
import { isLong } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { AT_ONCE, NOBODY_THERE } from '../support/patient.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const DAY = 86_400_000
const CHANNEL = { url: 'http://127.0.0.1:9/topic' }
const API_KEY = 'a key that a person chose'
const OWNED = { ...CLOSED, API_KEY }

/** A server and its page. */
interface Shown {
  floe: ApiServer
  page: Page
}

/** With the other devices of its group. */
interface Scene extends Shown {
  group: Group
}

/** Three devices that sign in 1.x, one of which has received a signature, and nothing that needs the owner. */
async function setUp(scope: Scope): Promise<Scene> {
  const group = await startGroup(scope, { peers: [2, 3] })
  const environment = { ...OWNED, ...group.environment }
  const floe = await startConsole(scope, { environment })
  await send(floe, 'PUT', '/api/settings', { firstGeneration: 'answer' })
  await send(floe, 'PUT', '/api/notify', CHANNEL)
  backUp(floe, 0)
  await until(
    async () => (await send(floe, 'POST', '/api/sign', { message: newHash() })).status === 200,
  )
  return { floe, group, page: await openSignedIn(scope, floe, API_KEY) }
}

function backUp({ context }: ApiServer, daysAgo: number): void {
  const last = { madeAt: Date.now() - daysAgo * DAY, withKey: false, by: 'download' }
  context.store.settings.set('last-backup', JSON.stringify(last))
}

const send = (floe: ApiServer, method: string, path: string, body: object = {}) =>
  call(floe.url + path, { method, body: JSON.stringify(body), headers: byKey(API_KEY) })

async function setSwitches({ floe, group }: Scene, policy: object): Promise<void> {
  for (const idx of [2, 3]) {
    await send(floe, 'PUT', `/api/peers/${pubkeyOf(group, idx)}/policy`, policy)
  }
}

function setClock({ floe }: Scene, ahead: number): void {
  const { ownClock } = floe.context
  // More than there are relays and devices, which say that it is right.
  for (let witness = 0; witness < 9; witness += 1) {
    ownClock.note(`witness ${witness}`, Date.now() - ahead)
  }
}

interface Cause {
  codes: readonly NeedCode[]
  /** Causes that have one of these in common can't last at the same time. */
  of: readonly ('stop' | 'switches' | 'folder')[]
  begin(scene: Scene): unknown
  end(scene: Scene): unknown
}

/** Their number is a prime, so that any number of steps round this list leads past all of them. */
const CAUSES: readonly Cause[] = [
  {
    codes: ['stopped'],
    of: ['stop', 'folder'],
    begin: ({ floe }) => send(floe, 'POST', '/api/stop'),
    end: ({ floe }) => send(floe, 'DELETE', '/api/stop'),
  },
  {
    codes: ['backup-old'],
    of: [],
    begin: ({ floe }) => backUp(floe, 31),
    end: ({ floe }) => backUp(floe, 0),
  },
  {
    codes: ['no-relay'],
    of: [],
    begin: ({ group: { relay } }) => {
      relay.setFaults({ refuse: true })
      relay.dropAll()
    },
    end: ({ group: { relay } }) => relay.clearFaults(),
  },
  {
    codes: ['disk-full'],
    of: ['folder'],
    begin: ({ floe: { dataDir } }) => renameSync(dataDir, `${dataDir} away`),
    end: ({ floe: { dataDir } }) => renameSync(`${dataDir} away`, dataDir),
  },
  {
    codes: ['clock-wrong'],
    of: [],
    // So little that the devices, which are right, do not seem to be wrong; and not where rounding changes.
    begin: (scene) => setClock(scene, 41_000),
    end: (scene) => setClock(scene, 0),
  },
  {
    codes: ['one-way'],
    of: ['switches'],
    begin: (scene) => setSwitches(scene, { allowSend: false, allowReceive: true }),
    end: (scene) => setSwitches(scene, { allowSend: true, allowReceive: true }),
  },
  {
    codes: ['question'],
    of: ['stop'],
    begin: ({ floe: { context } }) => {
      const { policy } = context.keysets.first
      const { id } = context.auth.apiKeys.create({ name: newHash().slice(0, 8), scope: 'sign' })
      const caller = { door: 'program', id } as const
      policy.ruleSet.add({ whom: caller, verdict: 'ask', for: 'ever' })
      const asked = { caller, operation: 'sign', subject: newHash(), parts: [{}] } as const
      policy.policyEngine.decide(asked, { openFor: 600_000 })
    },
    end: ({ floe: { context } }) => {
      const { policy } = context.keysets.first
      for (const { id } of policy.waiting()) policy.answer(id, { verdict: 'refuse' })
    },
  },
  {
    codes: ['v1-exposure'],
    of: [],
    begin: ({ floe }) => send(floe, 'PUT', '/api/settings', { firstGeneration: 'warn' }),
    end: ({ floe }) => send(floe, 'PUT', '/api/settings', { firstGeneration: 'answer' }),
  },
  {
    codes: ['backup-failed'],
    of: ['folder'],
    begin: ({ floe }) => {
      writeFileSync(join(floe.dataDir, BACKUP_FOLDER), '')
      return send(floe, 'PUT', '/api/backups/schedule', { interval: 24 })
    },
    end: ({ floe }) => {
      rmSync(join(floe.dataDir, BACKUP_FOLDER))
      return send(floe, 'PUT', '/api/backups/schedule', { interval: 0 })
    },
  },
  {
    codes: ['no-notifications'],
    of: [],
    begin: ({ floe }) => send(floe, 'DELETE', '/api/notify'),
    end: ({ floe }) => send(floe, 'PUT', '/api/notify', CHANNEL),
  },
  {
    codes: ['cannot-sign'],
    of: ['switches'],
    begin: (scene) => setSwitches(scene, { allowSend: false, allowReceive: false }),
    end: (scene) => setSwitches(scene, { allowSend: true, allowReceive: true }),
  },
  {
    codes: ['stopped', 'stop-not-kept'],
    of: ['stop', 'folder'],
    begin: ({ floe }) => {
      makeRoom = failToSave(floe.dataDir, 'stop')
      mkdirSync(join(floe.dataDir, 'floe.stopped.new'))
      return send(floe, 'POST', '/api/stop')
    },
    end: ({ floe }) => {
      makeRoom()
      rmSync(join(floe.dataDir, 'floe.stopped.new'), { recursive: true })
      return send(floe, 'DELETE', '/api/stop')
    },
  },
  {
    codes: ['warning'],
    of: [],
    // The environment still gives it.
    begin: ({ floe }) => floe.post('/api/env/delete', { keys: ['GROUP_NAME'] }, byKey(API_KEY)),
    end: ({ floe }) => floe.post('/api/env', { GROUP_NAME: 'Anna' }, byKey(API_KEY)),
  },
]

let makeRoom = () => {}

/** By a need, the needs that go without saying then: a stop ends all signing, and without a relay nobody is there. */
const HIDDEN_BY: Partial<Record<NeedCode, readonly NeedCode[]>> = {
  stopped: ['no-relay', 'one-way', 'cannot-sign'],
  'no-relay': ['one-way', 'cannot-sign'],
}

function expected(begun: readonly NeedCode[]): NeedCode[] {
  const hidden = begun.flatMap((code) => HIDDEN_BY[code] ?? [])
  return [...new Set(begun)].filter((code) => !hidden.includes(code)).toSorted()
}

function sentenceOf({ code, params }: Need): string {
  const sentence = needSentences[code]
  const { name, member = 0 } = params
  if (typeof sentence === 'string') return sentence
  return sentence(factsOf(params, { device: name ?? home.device(member) }))
}

const read = async (floe: ApiServer): Promise<Overview> =>
  fitting(overview, (await floe.get('/api/overview', byKey(API_KEY))).body)

/**
 * Waits until the page says what the API says, and both say what was begun.
 *
 * @param unsaid parts of the page that say nothing then
 */
async function agrees(
  { floe, page }: Shown,
  begun: readonly NeedCode[],
  unsaid: readonly (keyof Six)[] = [],
): Promise<void> {
  const wanted = expected(begun)
  let last: unknown
  // The event has the server look at once; otherwise it looks for what was done without a call every ten seconds.
  floe.context.events.add('info', 'something happens')
  await until(async () => {
    const now = await read(floe)
    const saying = { ...sixOf(now), ...Object.fromEntries(unsaid.map((of) => [of, undefined])) }
    const said = await saidBy(page)
    const codes = now.needs.map(({ code }) => code)
    last = { saying, said, codes }
    const isBegun = JSON.stringify([...new Set(codes)].toSorted()) === JSON.stringify(wanted)
    return isBegun && isDeepStrictEqual(said, saying)
  }).catch((error: Error) => {
    throw new Error(`${begun.join(' and ')}: ${error.message}: ${JSON.stringify(last)}`)
  })
}

/** The sentences of the list, which its button opens. */
async function listed(page: Page): Promise<string[]> {
  const entries = (await openNeeds(page)).getByRole('listitem')
  await entries.first().waitFor()
  const texts = await entries.locator('p').allTextContents()
  await page.keyboard.press('Escape')
  await dialog(page, needs.title).waitFor({ state: 'hidden' })
  return texts.map((text) => text.split(needs.since(''))[0] ?? '')
}

/** Expects the list to have the sentences of the API's needs. */
async function lists({ floe, page }: Shown): Promise<void> {
  expect(await listed(page)).toEqual((await read(floe)).needs.map(sentenceOf))
}

const canLast = (one: Cause, other: Cause) => !one.of.some((part) => other.of.includes(part))

/** Begins one cause after another, so many steps further in the list; each overlaps with the next where it can. */
async function goRound(scene: Scene, steps: number): Promise<void> {
  const at = (turn: number) => CAUSES[(turn * steps) % CAUSES.length] as Cause
  await at(0).begin(scene)
  for (const turn of CAUSES.keys()) {
    const [cause, next] = [at(turn), at(turn + 1)]
    await agrees(scene, cause.codes)
    if (steps === 1) await lists(scene)
    if (canLast(cause, next)) {
      await next.begin(scene)
      await agrees(scene, [...cause.codes, ...next.codes])
      await cause.end(scene)
    } else {
      await cause.end(scene)
      await agrees(scene, [])
      await next.begin(scene)
    }
  }
  await agrees(scene, at(0).codes)
  await at(0).end(scene)
  await agrees(scene, [])
}

/** A data folder in which these devices and relays have been away for so many days. */
function goneFor(scope: Scope, days: number, subjects: string[]): string {
  const dataDir = join(temporaryFolder(scope), 'data')
  const store = openStore({ dataDir, log: pino({ level: 'silent' }) })
  const [since, watchedUntil] = [Date.now() - days * DAY, Date.now()]
  store.keyset(FIRST_KEYSET).presence.add({
    hours: [],
    states: subjects.map((subject) => ({ subject, there: false, since, watchedUntil })),
  })
  store.close()
  return dataDir
}

describe('ring, status, chips, list, bell and API', () => {
  // With --long each two of the causes last together once.
  const distances = isLong ? [...CAUSES.keys()].slice(1, Math.ceil(CAUSES.length / 2)) : [1]
  it.for(distances)(
    'agree on every cause, and on two %i apart that last together',
    async (steps, scope) => {
      const scene = await setUp(scope)
      await agrees(scene, [])
      await goRound(scene, steps)
    },
  )

  it('agree on the needs that are there when Floe starts, until the last one is over', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2 })
    const dead = await startRelayFor(scope)
    dead.setFaults({ refuse: true })
    const environment = {
      ...OWNED,
      ...group.environment,
      RELAYS: JSON.stringify([group.relay.url, dead.url]),
    }
    const dataDir = goneFor(scope, 8, [dead.url, xOnly(pubkeyOf(group, 2))])
    const timings = { node: NOBODY_THERE }
    const floe = await startConsole(scope, { environment, dataDir, timings })
    const shown = { floe, page: await openSignedIn(scope, floe, API_KEY) }
    const begun: NeedCode[] = ['backup-none', 'no-notifications', 'relay-gone', 'device-gone']
    await agrees(shown, [...begun, 'cannot-sign'])
    await lists(shown)
    await group.startPeer(2)
    await send(floe, 'POST', '/api/peers/ping', { target: 'all' })
    await agrees(shown, begun.slice(0, 3))
    dead.clearFaults()
    await agrees(shown, begun.slice(0, 2))
    await send(floe, 'PUT', '/api/notify', CHANNEL)
    await agrees(shown, begun.slice(0, 1))
    await send(floe, 'POST', '/api/backup', { withKey: false })
    await agrees(shown, [])
  })

  it('agree that a signer could not be started', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const other = await startGroup(scope)
    const { GROUP_CRED } = other.environment
    const environment = { ...OWNED, ...group.environment, ...(GROUP_CRED && { GROUP_CRED }) }
    const floe = await startConsole(scope, { environment })
    await send(floe, 'PUT', '/api/notify', CHANNEL)
    backUp(floe, 0)
    const shown = { floe, page: await openSignedIn(scope, floe, API_KEY) }
    await agrees(shown, ['not-started'], ['ring', 'devices', 'relays'])
    await send(floe, 'POST', '/api/env', group.environment)
    await agrees(shown, [])
  })

  it('agree on a device that asks to join', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 4, peers: [2, 3] })
    const floe = await startConsole(scope, { environment: { ...OWNED, ...group.environment } })
    await send(floe, 'PUT', '/api/notify', CHANNEL)
    backUp(floe, 0)
    const shown = { floe, page: await openSignedIn(scope, floe, API_KEY) }
    await agrees(shown, [])
    const { node } = await startFloePeer(scope, group, 4, { timings: { startDelay: 3_600_000 } })
    const asked = node.onboard(xOnly(pubkeyOf(group, 1)))
    await agrees(shown, ['join-request'])
    await send(floe, 'POST', `/api/joining/requests/${pubkeyOf(group, 4)}`, { approve: false })
    await agrees(shown, [])
    await asked
  })

  it('agree on a machine that has the whole key', async (scope) => {
    const relay = await startRelayFor(scope)
    const timings = { node: AT_ONCE }
    const floe = await startConsole(scope, { environment: OWNED, hashing: QUICK_PACKAGES, timings })
    await send(floe, 'PUT', '/api/notify', CHANNEL)
    backUp(floe, 0)
    const sizes = { threshold: 2, totalMembers: 3 }
    await send(floe, 'POST', '/api/keyset', { name: 'Family', ...sizes, relays: [relay.url] })
    const shown = { floe, page: await openSignedIn(scope, floe, API_KEY) }
    await agrees(shown, ['whole-key-here', 'cannot-sign'])
    await send(floe, 'POST', '/api/stop')
    await agrees(shown, ['whole-key-here', 'cannot-sign', 'stopped'])
    await lists(shown)
    for (const index of [2, 3]) await send(floe, 'DELETE', `/api/spares/${index}`)
    await agrees(shown, ['cannot-sign', 'stopped'])
  })
})

describe('that nothing needs the owner', () => {
  it('is said when it is true, and not while the server is away', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const environment = { ...CLOSED, ...group.environment, NOTIFY_URL: CHANNEL.url }
    const floe = await startConsole(scope, { environment })
    const principal = { kind: 'open', userId: 'open', scope: 'admin' } as const
    await floe.context.auth.setPassword(ANNA, { clientKey: 'test', principal })
    backUp(floe, 0)
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    await page.getByText(needs.none, { exact: true }).waitFor()

    await floe.stop()
    await page.getByText(needs.unknown, { exact: true }).waitFor()
    expect(await page.getByText(needs.none, { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: `${needs.title}: ${needs.unknown}` }).waitFor()
    await verdict(page).waitFor()
    expect(await greens(page)).toEqual([])
  })
  it('is not said after an answer that was on its way for long', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const floe = await startConsole(scope, { environment: group.environment })
    await floe.status(({ canSign }) => canSign)
    const page = await openPage(scope, floe.url)
    await headline(page, signer.ready).waitFor()
    const { now } = Date
    let late = 0
    scope.onTestFinished(() => {
      Date.now = now
    })
    Date.now = () => now() + late
    await page.route('**/api/status?*', async (route) => {
      late += 11_000
      await route.continue()
    })
    await page.getByText(shell.tryingAgain(common.unreachable)).first().waitFor()
    expect(await greens(page)).toEqual([])
  })

  it('is not said of a need whose end can’t be told while signing is stopped', async (scope) => {
    const group = await startGroup(scope)
    const timings = { node: NOBODY_THERE }
    const floe = await startConsole(scope, { environment: group.environment, timings })
    const page = await openPage(scope, floe.url)
    const { why, sentence } = { why: 'peers', sentence: needSentences['cannot-sign'] } as const
    const said = sentence(factsOf({ why }, { device: '' })).split('. ')[0] ?? ''
    const card = page.getByRole('region', { name: home.card })
    const cannotSign = card.getByRole('listitem').filter({ hasText: said })
    await headline(page, signer.cannotSign).waitFor()
    // The need may come after the list was drawn up.
    const more = card.getByRole('button', { name: needs.more(1) })
    await until(async () => (await cannotSign.count()) + (await more.count()) > 0)
    if ((await cannotSign.count()) === 0) await more.click()
    await cannotSign.getByRole('button').waitFor()
    await floe.post('/api/stop', {})
    await headline(page, stop.stopped).waitFor()
    await cannotSign.getByRole('button').waitFor({ state: 'detached' })
    const marks = cannotSign.locator('svg')
    expect(await marks.getAttribute('class')).not.toContain('text-ok')
    expect(await marks.getAttribute('class')).toContain('text-ink-3')
  })

  it.for(['a device', 'an app'] as const)(
    'is not said of %s, on its own page, while the server is away',
    async (what, scope) => {
      const { page, floe } = await openApps(scope)
      await pairedClient(scope, floe)
      if (what === 'an app') await page.getByRole('button', { name: NAME }).click()
      else {
        await page.getByRole('tab', { name: shell.tabs.signer }).click()
        await page.getByRole('button', { name: home.detailsOf(home.device(2)) }).click()
      }
      // What is past may stay green: a proof, and that it was paired.
      const was = [devices.page.proven(''), apps.states.paired]
      const live = async () =>
        (await greens(page)).filter((html) => was.every((text) => !html.includes(text)))
      await until(async () => (await live()).length > 0)
      await floe.stop()
      const bell = page.getByRole('button', { name: `${needs.title}: ${needs.unknown}` })
      await bell.waitFor()
      // Nor is the last count of needs shown.
      expect(await bell.textContent()).toBe('')
      expect(await live()).toEqual([])
    },
  )
})

/** What on the page has the colour of what is well. */
const greens = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main [class*="text-ok"], main [class*="stroke-ok"], main [class*="bg-ok"]',
      ),
    ].map(({ outerHTML }) => outerHTML),
  )

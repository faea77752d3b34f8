import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { factsOf } from '#contract/need-facts.ts'
import { type Need, type NeedCode, type Overview, overview } from '#contract/overview.ts'
import { home, needs } from '#contract/texts/home.ts'
import { needSentences } from '#contract/texts/needs.ts'
import { peers } from '#contract/texts/peers.ts'
import { stop } from '#contract/texts/questions.ts'
import { relays } from '#contract/texts/relays.ts'
import { signer } from '#contract/texts/signer.ts'
import { CLOSED } from '../support/access.ts'
import { type ApiServer, call } from '../support/api-server.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { openNeeds, verdict } from '../support/console/home.ts'
import { ANNA, dialog } from '../support/console/owner.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { signIn } from '../support/console/sign-in.ts'
import { fitting } from '../support/fitting.ts'
import { newHash } from '../support/new-hash.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const DAY = 86_400_000
const CHANNEL = { url: 'http://127.0.0.1:9/topic' }

/** A server, the other devices of its group, and its page. */
interface Scene {
  floe: ApiServer
  group: Group
  page: Page
}

async function setUp(scope: Scope): Promise<Scene> {
  const group = await startGroup(scope, { peers: [2, 3] })
  const floe = await startConsole(scope, { environment: group.environment })
  await send(floe, 'PUT', '/api/notify', CHANNEL)
  backUp(floe, 0)
  return { floe, group, page: await openPage(scope, floe.url) }
}

function backUp({ context }: ApiServer, daysAgo: number): void {
  const last = { madeAt: Date.now() - daysAgo * DAY, withKey: false, by: 'download' }
  context.store.settings.set('last-backup', JSON.stringify(last))
}

const send = (floe: ApiServer, method: string, path: string, body: object = {}) =>
  call(floe.url + path, { method, body: JSON.stringify(body) })

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
  code: NeedCode
  begin(scene: Scene): unknown
  end(scene: Scene): unknown
}

const CAUSES: readonly Cause[] = [
  {
    code: 'stopped',
    begin: ({ floe }) => send(floe, 'POST', '/api/stop'),
    end: ({ floe }) => send(floe, 'DELETE', '/api/stop'),
  },
  {
    code: 'backup-old',
    begin: ({ floe }) => backUp(floe, 31),
    end: ({ floe }) => backUp(floe, 0),
  },
  {
    code: 'no-relay',
    begin: ({ group }) => group.relay.stop(),
    end: ({ group }) => group.relay.start(),
  },
  {
    code: 'clock-wrong',
    // So little that the devices, which are right, do not seem to be wrong; and not where rounding changes.
    begin: (scene) => setClock(scene, 41_000),
    end: (scene) => setClock(scene, 0),
  },
  {
    code: 'one-way',
    begin: (scene) => setSwitches(scene, { allowSend: false, allowReceive: true }),
    end: (scene) => setSwitches(scene, { allowSend: true, allowReceive: true }),
  },
  {
    code: 'question',
    begin: ({ floe: { context } }) => {
      const { policy } = context.keysets.first
      const { id } = context.auth.apiKeys.create({ name: 'asker', scope: 'sign' })
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
    code: 'v1-exposure',
    begin: async ({ floe }) => {
      await send(floe, 'PUT', '/api/settings', { firstGeneration: 'warn' })
      await floe.post('/api/sign', { message: newHash() })
    },
    end: ({ floe }) => send(floe, 'PUT', '/api/settings', { firstGeneration: 'answer' }),
  },
  {
    code: 'no-notifications',
    begin: ({ floe }) => send(floe, 'DELETE', '/api/notify'),
    end: ({ floe }) => send(floe, 'PUT', '/api/notify', CHANNEL),
  },
  {
    code: 'cannot-sign',
    begin: (scene) => setSwitches(scene, { allowSend: false, allowReceive: false }),
    end: (scene) => setSwitches(scene, { allowSend: true, allowReceive: true }),
  },
]

/** Said by the stop, which is the owner's. */
const HIDDEN_BY_STOP: readonly NeedCode[] = ['no-relay', 'one-way', 'cannot-sign']

const expected = (codes: readonly NeedCode[]): NeedCode[] =>
  codes.includes('stopped') ? codes.filter((code) => !HIDDEN_BY_STOP.includes(code)) : [...codes]

const TITLES: Record<Overview['status']['word'], string> = {
  'not-set-up': signer.notSetUp,
  stopped: stop.stopped,
  failed: signer.stopped,
  connecting: signer.connecting,
  'no-relay': signer.noRelay,
  looking: signer.looking,
  ready: signer.ready,
  'asks-only': signer.asksOnly,
  'answers-only': signer.answersOnly,
  'cannot-sign': signer.cannotSign,
}

function sentenceOf({ code, params }: Need): string {
  const sentence = needSentences[code]
  const { name, member = 0 } = params
  if (typeof sentence === 'string') return sentence
  return sentence(factsOf(params, { device: name ?? home.device(member) }))
}

/** What a page must say that shows this overview. */
function sayingOf({ status, ring, devices, relays: heard, needs: all }: Overview) {
  const online = devices.filter(({ state }) => state === 'online').length
  return {
    status: TITLES[status.word],
    ring: `${Math.min(ring.online, ring.needed)}${home.ofNeeded(ring.needed)}`,
    devices: peers.online(online),
    relays: relays.count(heard.connected, heard.total),
    list: all.length === 0 ? needs.none : needs.count(all.length),
    bell: `${needs.title}: ${all.length === 0 ? needs.none : needs.count(all.length)}`,
  }
}

/** What the page says of the same. */
const saidBy = (page: Page) =>
  page.evaluate(
    ({ ofNeeded, online, heard, list, bell }) => {
      const texts = (selector: string) =>
        [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
      const find = (selector: string, pattern: string) =>
        texts(selector).find((text) => new RegExp(pattern).test(text))
      return {
        status: texts('section h3')[0],
        ring: find('p', `^\\d+${ofNeeded}$`),
        devices: find('span', online),
        relays: find('span', heard),
        list: find('span', list),
        bell: [...document.querySelectorAll('header button')]
          .map((button) => button.getAttribute('aria-label') ?? '')
          .find((label) => label.startsWith(bell)),
      }
    },
    {
      ofNeeded: 'of \\d+ here',
      online: '^\\d+ online$',
      heard: `^(${[relays.count(0, 1), relays.count(1, 1)].join('|')})$`,
      list: `^(${needs.none}|\\d+ thing.* you)$`,
      bell: `${needs.title}: `,
    },
  )

const read = async (floe: ApiServer): Promise<Overview> =>
  fitting(overview, (await floe.get('/api/overview')).body)

/** Waits until the page says what the API does, and what was begun. */
async function agrees({ floe, page }: Scene, begun: readonly NeedCode[]): Promise<void> {
  const wanted = ['open-access', ...expected(begun)].toSorted()
  let last: unknown
  await until(async () => {
    const now = await read(floe)
    const [saying, said] = [sayingOf(now), await saidBy(page)]
    const codes = now.needs.map(({ code }) => code)
    last = { saying, said, codes }
    const isBegun = JSON.stringify([...new Set(codes)].toSorted()) === JSON.stringify(wanted)
    return isBegun && JSON.stringify(saying) === JSON.stringify(said)
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

describe('ring, status, chips, list, bell and API', () => {
  it('agree on every cause, and on every two that follow one another', async (scope) => {
    const scene = await setUp(scope)
    await agrees(scene, [])
    for (const [at, cause] of CAUSES.entries()) {
      const next = CAUSES[at + 1]
      if (at === 0) await cause.begin(scene)
      await agrees(scene, [cause.code])
      expect(await listed(scene.page)).toEqual((await read(scene.floe)).needs.map(sentenceOf))
      if (next !== undefined) {
        await next.begin(scene)
        await agrees(scene, [cause.code, next.code])
      }
      await cause.end(scene)
    }
    await agrees(scene, [])
  })
})

describe('that nothing needs the owner', () => {
  it('is said when that is so, and not of a server that is away', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const environment = { ...CLOSED, ...group.environment, NOTIFY_URL: CHANNEL.url }
    const floe = await startConsole(scope, { environment })
    const principal = { kind: 'open', userId: 'open', scope: 'admin', name: 'open' } as const
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
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll('main [class*="text-ok"], main [class*="stroke-ok"]')].map(
        ({ outerHTML }) => outerHTML,
      ),
    )
    expect(colours).toEqual([])
  })
})

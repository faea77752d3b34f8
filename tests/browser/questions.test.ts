import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { access } from '../../server/contract/texts/access.ts'
import { account } from '../../server/contract/texts/account.ts'
import { activity } from '../../server/contract/texts/activity.ts'
import { common } from '../../server/contract/texts/common.ts'
import { done } from '../../server/contract/texts/done.ts'
import { home } from '../../server/contract/texts/home.ts'
import { kinds } from '../../server/contract/texts/kinds.ts'
import { noticesPanel as notices } from '../../server/contract/texts/notices-panel.ts'
import { peers } from '../../server/contract/texts/peers.ts'
import { questions, stop } from '../../server/contract/texts/questions.ts'
import { reading } from '../../server/contract/texts/reading.ts'
import { names, rules } from '../../server/contract/texts/rules.ts'
import { shell } from '../../server/contract/texts/shell.ts'
import { signer } from '../../server/contract/texts/signer.ts'
import { eventId, serializeEvent, signEvent } from '../../server/nostr/event.ts'
import { xOnly } from '../../server/nostr/x-only.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { deviceRow } from '../support/console/home.ts'
import { button, dialog, openOwned } from '../support/console/owner.ts'
import { field, openSettings } from '../support/console/sign-in.ts'
import { meet } from '../support/gen2-group.ts'
import { isLong } from '../support/long.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { SIGNING } from '../support/permits.ts'
import { publish } from '../support/publish.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

const PHONE = 'Phone'
const RULE = rules.sentence.ask(kinds[0][0])

const asks = (page: Page) => page.getByRole('region', { name: questions.asks(PHONE) })
const toast = (page: Page, text: string | RegExp) =>
  page.locator('[aria-modal=false]').filter({ hasText: text }).first()

const PROFILE = {
  name: 'Anna',
  about: 'Writes about ice.',
  lud16: 'anna@wallet.example',
  picture: 'https://pictures.example/anna.jpg',
}

/** This signer's console, and a member that shows what it wants signed; the group has a profile. */
async function openAsked(scope: Scope, width: number) {
  const secretKey = randomBytes(32).toString('hex')
  const group = await startGroup(scope, { secretKey })
  const author = xOnly(group.keyset.group.group_pk)
  await publish(
    group.relay,
    signEvent(
      { kind: 0, created_at: 1_600_000_000, tags: [], content: JSON.stringify(PROFILE) },
      secretKey,
      author,
    ),
  )
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ nodeActive }) => nodeActive)
  const peer = await startFloePeer(scope, group, 2, {
    timings: { startDelay: 0, drain: 0, ...AS_IN_USE },
  })
  const { node } = floe.context.keysets.first.supervisor
  if (node === null) throw new Error('there is no signer')
  await meet(peer, { node })
  const page = await openPage(scope, floe.url, { width })

  let made = 0
  /** The member asks for a signature of a new profile. */
  const ask = () => {
    made += 1
    const event = {
      pubkey: author,
      created_at: 1_700_000_000 + made,
      kind: 0,
      tags: [],
      content: JSON.stringify({
        ...{ name: `Anna ${made}`, about: PROFILE.about },
        lud16: 'anna@elsewhere.example',
      }),
    }
    const again = () => peer.node.sign(SIGNING, eventId(event), [], serializeEvent(event))
    return { first: again(), again }
  }

  /** Waits less long than the owner may think: it asks again for the same, as devices do. */
  const isSigned = async ({ first, again }: ReturnType<typeof ask>) =>
    (await first).ok || (await again()).ok

  return { group, floe, page, ask, isSigned, pubkey: peer.node.self.pubkey }
}

describeInBrowser('the owner of a key', () => {
  it.for(isLong ? [360, 1280] : [1280])(
    'names a device, gives it a rule, is asked, answers, reads of it and stops, %i pixels wide',
    async (width, scope) => {
      const { page, ask, isSigned } = await openAsked(scope, width)
      await button(page, home.detailsOf(home.device(2))).click()
      await page.getByLabel(names.label).fill(PHONE)
      await button(page, names.save).click()
      await toast(page, names.saved(PHONE)).waitFor()
      const device = dialog(page, peers.permissionsOf(PHONE))
      await button(page, rules.add).click()
      await device.getByRole('radio', { name: rules.form.verdicts.ask[0] }).check()
      await device.getByText(rules.form.groups.profile).click()
      await device.getByRole('checkbox', { name: kinds[0][0] }).check()
      await checkScreen(page, `rule-form-${width}`)
      await button(page, rules.form.save).click()
      await device.getByRole('listitem').filter({ hasText: RULE }).waitFor()
      await checkScreen(page, `device-${width}`)
      await device.getByRole('button', { name: common.close }).click()
      await deviceRow(page, PHONE).waitFor()

      const asked = ask()
      const change = (label: string) =>
        asks(page).getByRole('term').filter({ hasText: label }).locator('+ dd').textContent()
      await asks(page)
        .getByText(/^Anna \S*→ Anna 1$/)
        .waitFor()
      expect(await change(reading.fields.lud16)).toMatch(/^anna@wallet.* anna@elsewhere\.example$/)
      expect(await change(reading.takesAwayField(reading.fields.picture))).toBe(PROFILE.picture)
      expect(await change(reading.unchanged)).toBe(reading.fields.about)
      expect(await page.title()).toBe(questions.titled(1))
      await asks(page).getByLabel(questions.remember).check()
      await checkScreen(page, `question-${width}`)
      await asks(page).getByLabel(questions.remember).uncheck()
      await button(page, questions.allowOnce).click()
      await asks(page).waitFor({ state: 'hidden' })
      await until(() => isSigned(asked))
      await until(async () => (await page.title()) === common.title)

      await page.getByRole('tab', { name: shell.tabs.activity }).click()
      const said = page.getByRole('listitem').filter({ hasText: PHONE })
      await said
        .filter({ hasText: done.coSigned(kinds[0][1]) })
        .getByText(activity.by.answer)
        .first()
        .waitFor()
      await checkScreen(page, `activity-${width}`)

      await button(page, stop.stop).click()
      await page.getByRole('region', { name: stop.stopped }).waitFor()
      expect(await isSigned(ask())).toBe(false)
      await page.getByRole('tab', { name: shell.tabs.signer }).click()
      const verdict = page.getByRole('region', { name: signer.verdict })
      await verdict.getByRole('heading', { name: stop.stopped }).waitFor()
      await checkScreen(page, `stopped-${width}`)
      await button(page, stop.resumeSigning).click()
      await dialog(page, stop.resumeTitle).getByRole('button', { name: stop.resume }).click()
      await verdict.getByRole('heading', { name: signer.ready }).waitFor()
    },
  )
})

describeInBrowser('what several windows show', () => {
  it('is answered once, for all of it, and the others are told how it ended', async (scope) => {
    const { floe, page, ask, isSigned, pubkey } = await openAsked(scope, 1280)
    await floe.post('/api/rules', {
      whom: { door: 'peer', id: pubkey },
      kinds: [0],
      verdict: 'ask',
    })
    const put = { method: 'PUT', headers: { 'Content-Type': 'application/json' } }
    const body = JSON.stringify({ name: PHONE })
    await fetch(`${floe.url}/api/peers/${pubkey}/name`, { ...put, body })
    const other = await page.context().newPage()
    other.setDefaultTimeout(15_000)
    await other.goto(floe.url)
    await other.getByRole('tab', { name: shell.tabs.activity }).click()

    const first = ask()
    for (const each of [page, other]) await asks(each).getByText('Anna 1').waitFor()
    const second = ask()
    for (const each of [page, other]) await asks(each).getByText('Anna 2').waitFor()
    await checkScreen(page, 'questions')
    await button(page, questions.allowAll(2)).click()
    await toast(other, questions.ended(PHONE, questions.over.allowed)).waitFor()
    await asks(other).waitFor({ state: 'hidden' })
    for (const each of [first, second]) await until(() => isSigned(each))
    expect(await toast(page, questions.over.allowed).count()).toBe(0)
  })
})

describeInBrowser('where the owner is told of what waits', () => {
  it('is tried before it is saved, shown with how the last notice fared, and removed', async (scope) => {
    const told: string[] = []
    const sink = createServer((request, response) => {
      told.push(request.headers.authorization ?? '')
      request.resume().on('end', () => response.end())
    })
    await once(sink.listen(0, '127.0.0.1'), 'listening')
    scope.onTestFinished(() => void sink.close())
    const { port } = sink.address() as AddressInfo
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    await openSettings(page, 'notices')
    await page.getByText(notices.none).waitFor()
    await button(page, notices.try).click()
    await page.getByText(notices.badUrl).waitFor()
    await checkScreen(page, 'notices-none')
    await field(page, notices.url).fill(`http://127.0.0.1:${port}/topic`)
    await field(page, notices.token).fill('tk_1')
    await button(page, notices.try).click()
    await page.getByText(notices.tried).waitFor()
    expect(told).toEqual(['Bearer tk_1'])
    await button(page, notices.save).click()
    await page.getByText(notices.goesTo(`127.0.0.1:${port}`, true)).waitFor()
    await checkScreen(page, 'notices')
    await button(page, notices.remove).click()
    await page.getByText(notices.none).waitFor()
  })
})

describeInBrowser('an API key', () => {
  it('is given a preset and a limit', async (scope) => {
    const { page } = await openOwned(scope, 'keys')
    await button(page, account.makeKey).click()
    await field(page, access.newKey.name).fill('bot')
    await page.getByRole('radio', { name: access.newKey.scopes.sign[0] }).check()
    await button(page, access.newKey.make).click()
    await page.getByRole('checkbox', { name: access.newKey.kept }).check()
    await button(page, common.done).click()
    await button(page, rules.of('bot')).click()
    const key = dialog(page, rules.of('bot'))
    await key.getByRole('radio', { name: rules.presets.everyday[0] }).click()
    await toast(page, rules.presetSet('bot', rules.presets.everyday[0])).waitFor()
    await button(page, rules.add).click()
    await key.getByLabel(rules.form.what).selectOption('nip44.encrypt')
    await key.getByLabel(rules.form.limited).check()
    await button(page, rules.form.save).click()
    const { allow, anyone, beyond, encrypt, in: by, limit, per } = rules.sentence
    const often = limit(60, per.hour, beyond.ask)
    const sentence = allow(by(encrypt(anyone), 'NIP-44'), often)
    await key.getByRole('listitem').filter({ hasText: sentence }).waitFor()
    await checkScreen(page, 'key-rules')
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { access } from '#contract/texts/access.ts'
import { account } from '#contract/texts/account.ts'
import { activity } from '#contract/texts/activity.ts'
import { common } from '#contract/texts/common.ts'
import { devices } from '#contract/texts/devices.ts'
import { done } from '#contract/texts/done.ts'
import { home } from '#contract/texts/home.ts'
import { kinds } from '#contract/texts/kinds.ts'
import { notificationsPanel as notices } from '#contract/texts/notifications-panel.ts'
import { questions, stop } from '#contract/texts/questions.ts'
import { reading } from '#contract/texts/reading.ts'
import { names, rules } from '#contract/texts/rules.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { region, toast } from '../support/console/apps.ts'
import { asks, openAsked, PHONE, PROFILE } from '../support/console/asked.ts'
import { startConsole } from '../support/console/console.ts'
import { deviceRow } from '../support/console/home.ts'
import { ANNA, button, dialog, openOwned, startOwned } from '../support/console/owner.ts'
import { field, openSettings, signIn } from '../support/console/sign-in.ts'
import { isLong } from '../support/long.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const RULE = rules.sentence.ask(kinds[0][0])

describe('the owner of a key', () => {
  it.for(isLong ? [360, 1280] : [1280])(
    'names a device, gives it a rule, is asked, answers, reads of it and stops, %i pixels wide',
    async (width, scope) => {
      const { page, ask, isSigned } = await openAsked(scope, width)
      await button(page, home.detailsOf(home.device(2))).click()
      await page.getByLabel(names.label).fill(PHONE)
      await button(page, names.save).click()
      await toast(page, names.saved(PHONE)).waitFor()
      const device = region(page, PHONE)
      await button(page, rules.add).click()
      await device.getByRole('radio', { name: rules.form.effects.ask[0] }).check()
      await device.getByText(rules.form.groups.profile).click()
      await device.getByRole('checkbox', { name: kinds[0][0] }).check()
      await button(page, rules.form.save).click()
      await device.getByRole('listitem').filter({ hasText: RULE }).waitFor()
      await button(page, devices.back).click()
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
      await asks(page).getByText(questions.peerWaits(10, 30)).waitFor()
      expect(await page.title()).toBe(questions.titled(1))
      await asks(page).getByLabel(questions.remember).check()
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

      await button(page, stop.stop).click()
      await page.getByRole('region', { name: stop.stopped }).waitFor()
      expect(await isSigned(ask())).toBe(false)
      await page.getByRole('tab', { name: shell.tabs.signer }).click()
      const verdict = page.getByRole('region', { name: signer.verdict })
      await verdict.getByRole('heading', { name: stop.stopped }).waitFor()
      await button(page, stop.resumeSigning).click()
      await dialog(page, stop.resumeTitle).getByRole('button', { name: stop.resume }).click()
      await verdict.getByRole('heading', { name: signer.ready }).waitFor()
    },
  )
})

describe('an answer that is remembered', () => {
  it.for(['allow', 'refuse'] as const)(
    'becomes a rule for that device and for as long as is chosen: %s',
    async (verdict, scope) => {
      const { floe, page, ask, nameAndRule } = await openAsked(scope, 1280)
      const { ruleSet } = floe.context.keysets.first.policy
      await nameAndRule()
      for (const { id } of ruleSet.ruleViews()) ruleSet.delete(id)
      ruleSet.add({ whom: { door: 'peer' }, kinds: [0], verdict: 'ask', for: 'ever' })
      ask()
      await asks(page).getByText('Anna 1').waitFor()
      await asks(page).getByLabel(questions.remember).check()
      await asks(page).getByLabel(questions.rememberFor).selectOption('1d')
      await button(page, `${questions[verdict]} ${questions.lasts['1d']}`).click()
      await asks(page).waitFor({ state: 'hidden' })

      const made = ruleSet.ruleViews().filter((rule) => rule.verdict === verdict)
      expect(made).toMatchObject([
        { whom: { door: 'peer', id: expect.any(String) }, kinds: [0], until: expect.any(String) },
      ])
    },
  )
})

describe('where the owner is told of what waits', () => {
  it('is tried before it is saved, shown with how the last notice fared, and removed', async (scope) => {
    const told: string[] = []
    const channel = createServer((request, response) => {
      told.push(request.headers.authorization ?? '')
      request.resume().on('end', () => response.end())
    })
    await once(channel.listen(0, '127.0.0.1'), 'listening')
    scope.onTestFinished(() => void channel.close())
    const { port } = channel.address() as AddressInfo
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    await openSettings(page, 'notices')
    await page.getByText(notices.none).waitFor()
    await button(page, notices.try).click()
    await page.getByText(notices.badUrl).waitFor()
    await field(page, notices.url).fill(`http://127.0.0.1:${port}/topic`)
    await field(page, notices.token).fill('tk_1')
    await button(page, notices.try).click()
    await page.getByText(notices.tried).waitFor()
    expect(told).toEqual(['Bearer tk_1'])
    await button(page, notices.save).click()
    await page.getByText(notices.goesTo(`127.0.0.1:${port}`, true)).waitFor()
    await button(page, notices.remove).click()
    await page.getByText(notices.none).waitFor()
  })
})

describe('an API key', () => {
  it('has what is chosen last, also while what was chosen before is being saved', async (scope) => {
    const floe = await startOwned(scope)
    const { id } = floe.context.auth.apiKeys.create({ name: 'bot', scope: 'sign' })
    const caller = { door: 'program', id } as const
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    await openSettings(page, 'keys')
    await button(page, rules.of('bot')).click()
    const key = dialog(page, rules.of('bot'))
    const saving = Promise.withResolvers<void>()
    await page.route('**/api/callers/**', async (route) => {
      await saving.promise
      await route.continue()
    })
    const preset = (name: 'all' | 'ask') => key.getByRole('radio', { name: rules.presets[name][0] })
    const suspend = key.getByRole('switch', { name: rules.suspend })

    await preset('all').click()
    await preset('ask').click()
    await suspend.click()
    await suspend.click()
    expect(await preset('ask').isChecked()).toBe(true)
    expect(await suspend.getAttribute('aria-checked')).toBe('false')
    saving.resolve()

    await toast(page, rules.notSuspended('bot')).waitFor()
    const { ruleSet } = floe.context.keysets.first.policy
    expect([ruleSet.preset(caller), ruleSet.isSuspended(caller)]).toEqual(['ask', false])
    expect(await preset('ask').isChecked()).toBe(true)
    expect(await suspend.getAttribute('aria-checked')).toBe('false')
  })

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
  })
})

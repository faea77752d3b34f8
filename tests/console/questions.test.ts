import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
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
import {
  answering,
  asks,
  look,
  openAsked,
  openAsking,
  PHONE,
  PROFILE,
} from '../support/console/asked.ts'
import { startConsole } from '../support/console/console.ts'
import { deviceRow } from '../support/console/home.ts'
import { ANNA, button, dialog, openOwned, startOwned } from '../support/console/owner.ts'
import { field, openSettings, signIn } from '../support/console/sign-in.ts'
import { isLong } from '../support/long.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const RULE = rules.sentence.ask(kinds[0][0])

/**
 * Does something the moment the window with the questions shows a text: for a second from then on, none can be answered.
 */
function asSoonAs<T>(text: string, act: (sheet: Element) => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const watch = new MutationObserver(() => {
    const sheet = document.querySelector('[role=dialog]')
    if (!sheet?.textContent?.includes(text)) return
    watch.disconnect()
    resolve(act(sheet))
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  return promise
}

const buttonIn = (sheet: Element, name: string): HTMLElement | undefined =>
  [...sheet.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))

/** Whether the button that allows is off. */
const isOff = (sheet: Element): boolean =>
  buttonIn(sheet, questions.allow)?.getAttribute('aria-disabled') === 'true'

describe('the owner of a key', () => {
  it.for(isLong ? [360, 1280] : [1280])(
    'names a device, gives it a rule, is asked, answers, reads of it and stops, %i pixels wide',
    async (width, scope) => {
      const { page, ask, isSigned } = await openAsked(scope, width)
      await button(page, home.detailsOf(home.device(2))).click()
      await button(page, devices.page.rename(home.device(2))).click()
      await page.getByLabel(names.label).fill(PHONE)
      await button(page, names.save).click()
      await toast(page, names.saved(PHONE)).waitFor()
      const rights = region(page, devices.page.rights)
      await button(page, rules.add).click()
      await rights.getByRole('radio', { name: rules.form.effects.ask[0] }).check()
      await rights.getByText(rules.form.groups.profile).click()
      await rights.getByRole('checkbox', { name: kinds[0][0] }).check()
      await button(page, rules.form.save).click()
      await rights.getByRole('listitem').filter({ hasText: RULE }).waitFor()
      await button(page, devices.page.all).click()
      await deviceRow(page, PHONE).waitFor()

      const asked = ask()
      const change = (label: string) =>
        asks(page).getByRole('term').filter({ hasText: label }).locator('+ dd').textContent()
      await look(page)
      await asks(page).getByText('Anna 1', { exact: true }).waitFor()
      expect(await change(reading.fields.name)).toBe('Anna → Anna 1')
      expect(await change(reading.fields.lud16)).toMatch(/^anna@wallet.* anna@elsewhere\.example$/)
      expect(await change(reading.takesAwayField(reading.fields.picture))).toBe(PROFILE.picture)
      expect(await change(reading.unchanged)).toBe(reading.fields.about)
      await asks(page).getByText(questions.peerWaits(10, 30)).waitFor()
      expect(await page.title()).toBe(questions.titled(1))
      await asks(page).getByLabel(questions.remember).check()
      await asks(page).getByLabel(questions.remember).uncheck()
      await button(page, questions.does.replaceProfile).click()
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
      await look(page)
      await asks(page).getByText('Anna 1', { exact: true }).waitFor()
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

describe('the address of notifications', () => {
  it('can be tried before it is saved, and removed', async (scope) => {
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

    await key.getByRole('button', { name: rules.change }).click()
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
    await field(page, account.newKey.name).fill('bot')
    const scopes = page.getByRole('group', { name: account.newKey.scope })
    await scopes.getByRole('radio', { name: account.newKey.scopes.sign[0] }).check()
    await button(page, account.newKey.make).click()
    await page.getByRole('checkbox', { name: account.newKey.kept }).check()
    await button(page, common.done).click()
    await button(page, rules.of('bot')).click()
    const key = dialog(page, rules.of('bot'))
    await key.getByRole('button', { name: rules.change }).click()
    await key.getByRole('radio', { name: rules.presets.careful[0] }).click()
    await toast(page, rules.presetSet('bot', rules.presets.careful[0])).waitFor()
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

describe('a question', () => {
  it('says in the bar and in the sheet what would be lost, who asks and why, and names the deed', async (scope) => {
    const { page, app, ask, sheet, people, waits } = await openAsking(scope)
    const asked = await ask(3, '', people.slice(0, 2))
    await waits(1)
    const bar = region(page, questions.waiting(1))
    await bar.getByText(questions.asksTo('Jumble', kinds[3][0])).waitFor()
    await bar.getByText(/514 \S*→ 2 people/).waitFor()
    expect(await bar.textContent()).toContain(questions.noUndo)

    await look(page)
    const row = (label: string) =>
      sheet.getByRole('term').filter({ hasText: label }).locator('+ dd').textContent()
    expect(await row(reading.listed.people)).toBe('514 → 2 people')
    expect(await row(reading.loses)).toBe('512 people: Ben, Cleo, Dana and 509 more')
    expect(await row(reading.keeps)).toBe('2 people')
    await sheet.getByText(questions.noUndo).waitFor()
    await sheet.getByText(questions.why.preset(rules.presets.ask[0])).waitFor()
    await sheet.getByText(questions.paired('')).waitFor()

    const { allow, refuse } = questions.keys
    await answering(page, questions.does.replaceList).waitFor()
    for (const key of [allow, 'Enter', ' ']) await page.keyboard.press(key)
    expect(await answering(page, questions.does.replaceList).count()).toBe(1)
    await page.keyboard.press(refuse)
    await sheet.getByText(questions.answered.refuse('Jumble')).waitFor()
    await sheet.waitFor({ state: 'hidden' })
    expect((await app.answered(asked)).error).toBeTruthy()
  })

  it('that is harmless is allowed by a key, and the arrows lead to the others', async (scope) => {
    const { page, app, ask, sheet, waits } = await openAsking(scope)
    const [note] = [await ask(1, 'first note'), await ask(7, '+'), await ask(1, 'last note')]
    await waits(3)
    await look(page)
    await sheet.getByText('first note').first().waitFor()
    await page.keyboard.press('ArrowLeft')
    await sheet.getByText(questions.position(3, 3)).waitFor()
    await sheet.getByText('last note').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await sheet.getByText(questions.position(1, 3)).waitFor()
    await answering(page, questions.allow).waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    /** Sends the key that allows to an element; `repeat`: as a key that is held does. */
    const keyDown = (selector: string, repeat: boolean) =>
      page.evaluate(
        ({ selector, repeat, key }) =>
          document
            .querySelector(selector)
            ?.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true })),
        { selector, repeat, key: questions.keys.allow },
      )
    await sheet.getByLabel(questions.remember).check()
    await sheet.getByLabel(questions.rememberFor).waitFor()
    await keyDown('[role=dialog] select', false)
    await sheet.getByLabel(questions.remember).uncheck()
    await keyDown('[role=dialog] h3', true)
    expect(await answering(page, questions.allow).count()).toBe(1)
    expect(sent).toEqual([])
    await keyDown('[role=dialog] h3', false)

    expect((await app.answered(note)).result).toContain('"sig"')
    await sheet.getByText(questions.position(1, 2)).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await waits(2)
  })

  it('is never answered by the second press of a double click', async (scope) => {
    const { page, ask, sheet, policy, waits } = await openAsking(scope)
    for (const text of ['one', 'two', 'three']) await ask(1, text)
    await waits(3)
    await look(page)
    await sheet.getByText('one').first().waitFor()
    const begun = performance.now()
    const pressed = asSoonAs('two', (shown) => {
      buttonIn(shown, questions.allow)?.click()
      for (const key of [questions.keys.allow, questions.keys.refuse]) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      }
    })
    await button(page, `${questions.allow}`).dblclick()
    await pressed

    await answering(page, questions.allow).waitFor()
    expect(performance.now() - begun).toBeGreaterThan(1_000)
    expect(policy.waiting().map(({ event }) => event?.content)).toEqual(['two', 'three'])
  })

  it('to delete something shows what it is, as plain text', async (scope) => {
    const { page, ask, keep, sheet, waits } = await openAsking(scope)
    const note = await keep(1, '<b>Ice</b> \u202e\nof the north')
    await ask(5, 'no longer true', [
      ['e', note],
      ['e', 'ab'.repeat(32)],
    ])
    await waits(1)
    await look(page)
    const lost = sheet.getByRole('term').filter({ hasText: kinds[1][1] }).locator('+ dd')
    await lost.waitFor()
    expect(await lost.textContent()).toMatch(/^<b>Ice<\/b> .*of the north$/)
    expect(await lost.textContent()).not.toMatch(/[\u202e\n]/)
    await button(page, questions.does.delete(2)).waitFor()
  })

  it('is not answered by the second press on the button that opens it, in whose place the answers come', async (scope) => {
    const { page, ask, sheet, waits } = await openAsking(scope)
    await ask(1, 'one')
    await waits(1)
    const began = asSoonAs(questions.allow, isOff)
    await look(page)
    expect(await began).toBe(true)
    await answering(page, questions.allow).click()
    await sheet.waitFor({ state: 'hidden' })
  })

  it('whose answer did not arrive says what became of it when somebody else answers', async (scope) => {
    const { page, ask, sheet, policy, waits } = await openAsking(scope)
    await ask(1, 'one')
    await waits(1)
    await look(page)
    await page.route('**/api/questions/*', (route) => route.abort())
    await answering(page, questions.refuse).click()
    await sheet.getByText(`${questions.failed}: ${common.unreachable}`).waitFor()
    policy.answer(policy.waiting()[0]?.id ?? '', { verdict: 'refuse' })
    const { refused } = questions.over
    const ended = `(${refused}|${questions.isOver})`
    await sheet.getByText(new RegExp(`^${questions.ended('Jumble', ended)}$`)).waitFor()
  })

  it('that somebody else answered, or that has run out, says so and makes way for the next', async (scope) => {
    const { page, ask, sheet, policy, waits } = await openAsking(scope)
    // A page whose event stream is not open yet is not told how.
    const ended = (how: string) =>
      new RegExp(`^${questions.ended('Jumble', `(${how}|${questions.isOver})`)}$`)
    await ask(1, 'one')
    await ask(1, 'two')
    await waits(2)
    await look(page)
    await sheet.getByText('one').first().waitFor()
    const [first, second] = policy.waiting()
    const began = asSoonAs('two', isOff)
    policy.answer(first?.id ?? '', { verdict: 'refuse' })
    await sheet.getByText(ended(questions.over.refused)).waitFor()
    expect(await began).toBe(true)

    const ranOut = { end: 'ran out', reason: { by: 'unanswered' } } as const
    policy.approvals.end(second?.id ?? '', ranOut)
    await sheet.getByText(ended(questions.over['ran out'])).waitFor()
    await sheet.waitFor({ state: 'hidden' })
  })

  it('can’t be answered while the server is away', async (scope) => {
    const { page, floe, ask, sheet, waits } = await openAsking(scope)
    await ask(1, 'one')
    await waits(1)
    await look(page)
    await answering(page, questions.allow).waitFor()
    await floe.stop()
    await sheet.getByText(questions.away).waitFor()
    for (const name of [questions.allow, questions.refuse]) {
      expect(await answering(page, name).count()).toBe(0)
    }
  })
})

describe('several questions', () => {
  it('are allowed at once where they are harmless, and the others stay', async (scope) => {
    const { page, app, ask, sheet, policy, waits } = await openAsking(scope)
    const harmless = [await ask(1, 'hello'), await ask(7, '+')]
    await waits(2)
    await look(page)
    await button(page, questions.allowAll(2)).waitFor()
    await ask(5, '', [['e', 'ab'.repeat(32)]])
    await ask(27_235, '', [['u', 'https://bank.example/login']])
    expect(await button(page, questions.allowAll(4)).count()).toBe(0)
    await button(page, questions.allowHarmless(2)).click()

    for (const id of harmless) expect((await app.answered(id)).result).toContain('"sig"')
    await sheet.getByText(questions.position(1, 2)).waitFor()
    expect(policy.waiting().map(({ kind }) => kind)).toEqual([5, 27_235])
    await button(page, questions.does.delete(1)).waitFor()
    await answering(page, questions.refuseAll(2)).click()
    await sheet.waitFor({ state: 'hidden' })
    expect(policy.waiting()).toEqual([])
  })

  it('of an app that asks fifty times are ten, which can be refused together, and its texts are plain text', async (scope) => {
    const name = '<img src=x onerror=alert(1)>'
    const { page, app, ask, policy, sheet, waits } = await openAsking(scope, { name })
    const text = '<b>bold</b> \u202etxet'
    for (let at = 0; at < 50; at += 1) await ask(1, `${text} ${at}`)
    // The others are refused by then: none takes the place of one that is answered.
    await until(() => app.answers.filter(({ error }) => error).length === 40)
    await waits(10)
    await look(page)
    await sheet.getByText('<b>bold</b> [U+202E]txet 0').first().waitFor()
    expect(await sheet.locator('img, a, b').count()).toBe(0)
    await button(page, questions.refuseAll(10)).click()
    await sheet.waitFor({ state: 'hidden' })
    expect(policy.waiting()).toEqual([])
  })
})

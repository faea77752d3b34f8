import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { validation } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { keyset as texts } from '#contract/texts/keyset.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { keyPair } from '#nostr/keys.ts'
import { decodeGroup } from '#protocol/v1/group.ts'
import { decodeShare } from '#protocol/v1/share.ts'
import { copied } from '../support/console/clipboard.ts'
import { floeAgain, startConsole } from '../support/console/console.ts'
import { door, openMore } from '../support/console/home.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { create, goOn, heading, openCreator, shown } from '../support/console/new-keyset.ts'
import { openOnce } from '../support/console/open-once.ts'
import { openPage } from '../support/console/open-page.ts'
import { button } from '../support/console/owner.ts'
import { expectCode } from '../support/console/qr-code.ts'
import { startFloeSigner } from '../support/floe-signer.ts'
import { startRelayFor } from '../support/scope.ts'
import { faultsOf, signByFloe, type Vector } from '../support/signatures.ts'

const KEY = keyPair('5d'.repeat(32))
const GROUP = texts.what.group
const share = texts.what.share

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true })
const leaveDialog = (page: Page): Locator => page.getByRole('dialog', { name: texts.leaveTitle })

/** One page for all tests that give up what they have made. */
const openCreatorAgain = openOnce(
  (scope) => openCreator(scope, { GROUP_NAME: 'Home' }),
  async (page) => {
    const cancel = button(page, common.cancel)
    if (await cancel.isVisible()) {
      await cancel.click()
      await button(page, texts.leave).click()
    }
    await door(page, 'bring').click()
    await door(page, 'create').click()
    await heading(page, texts.settingsTitle).waitFor()
  },
)

async function saved(page: Page): Promise<{ name: string; content: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, texts.download).click(),
  ])
  return { name: file.suggestedFilename(), content: readFileSync(await file.path(), 'utf8') }
}

describe('a new keyset of 1.x', () => {
  it('signs with the share that stays here and those handed out', async (scope) => {
    const relay = await startRelayFor(scope)
    const floe = await startConsole(scope, {
      environment: { RELAYS: JSON.stringify([relay.url]) },
    })
    const page = await openPage(scope, floe.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await door(page, 'create').click()
    await create(page)
    await goOn(page, texts.shareTitle(2, 3))
    const second = await copied(page, share(2))
    const group = await copied(page, GROUP)
    await page.getByLabel(texts.stored(2)).check()
    await goOn(page, texts.shareTitle(3, 3))
    const file = await saved(page)
    await page.getByLabel(texts.stored(3)).check()
    await goOn(page, texts.summaryTitle)
    await button(page, texts.finish).click()
    await button(page, configure.configure).click()
    await floe.status(({ nodeActive }) => nodeActive)

    expect(file.name).toBe('family-share-3.txt')
    const { SHARE_CRED: third = '', GROUP_CRED } = parseEnv(file.content)
    expect(GROUP_CRED).toBe(group)
    const decoded = decodeGroup(group, serverCurve)
    if (!decoded.ok) throw new Error(decoded.error)
    for (const credential of [second, third]) {
      const { node } = await startFloeSigner({ group, share: credential, relays: [relay.url] })
      scope.onTestFinished(() => node.stop())
      const vectors: Vector[] = [[randomBytes(32).toString('hex')]]
      const signed = await signByFloe(node, vectors)
      expect(faultsOf(decoded.value.group_pk, vectors, signed)).toEqual([])
    }
  })
})

describe('the settings of a new keyset', () => {
  it('stay as they are when the server is away', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    await door(page, 'create').click()
    await field(page, texts.name).fill('Family')
    await floe.stop()
    await button(page, texts.create).click()
    await page.getByRole('alert').getByText(texts.failed(common.unreachable)).waitFor()
    expect(await field(page, texts.name).inputValue()).toBe('Family')
    // Which the page goes back to for the next test.
    await floeAgain(scope, floe)
  })
})

describe('handing out shares', () => {
  it('masks a share again when its page goes out of view', async (scope) => {
    const page = await openCreatorAgain(scope)
    await create(page)
    await goOn(page, texts.shareTitle(2, 3))
    const share = texts.what.share(2)
    await button(page, common.show(share)).click()
    await button(page, common.hide(share)).waitFor()

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    await button(page, common.show(share)).waitFor()
  })

  it('goes on only from a share that is confirmed, and back to those that were', async (scope) => {
    const page = await openCreatorAgain(scope)
    await create(page)
    await goOn(page, texts.shareTitle(2, 3))
    expect(await button(page, texts.next).isDisabled()).toBe(true)
    await page.getByLabel(texts.stored(2)).check()
    await goOn(page, texts.shareTitle(3, 3))
    expect(await button(page, texts.next).isDisabled()).toBe(true)
    await button(page, texts.back).click()
    await heading(page, texts.shareTitle(2, 3)).waitFor()
    expect(await page.getByLabel(texts.stored(2)).isChecked()).toBe(true)
    await button(page, texts.back).click()
    await heading(page, texts.shareTitle(1, 3)).waitFor()
  })

  it('says which shares are lost by leaving, and stays when asked to', async (scope) => {
    const page = await openCreatorAgain(scope)
    await create(page)
    await goOn(page, texts.shareTitle(2, 3))
    await page.getByLabel(texts.stored(2)).check()
    await button(page, common.cancel).click()
    await leaveDialog(page)
      .getByText(texts.leaveText([1, 3]))
      .waitFor()
    await leaveDialog(page).getByText(texts.leaveUseless(2)).waitFor()
    await button(page, texts.stay).click()
    await leaveDialog(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel(texts.stored(2)).isChecked()).toBe(true)
  })
})

describe('what is typed for a new keyset', () => {
  it('is checked field by field, and a key is forgotten once a fresh one is chosen', async (scope) => {
    const page = await openCreatorAgain(scope)
    await openMore(page)
    await field(page, texts.name).fill('')
    await page.getByRole('radio', { name: texts.keyGiven }).check()
    await button(page, texts.create).click()
    await page.getByText(validation.nameRequired).waitFor()
    await page.getByText(validation.privateKeyRequired).waitFor()
    expect(await focused(field(page, texts.name))).toBe(true)

    const wrong = [
      [texts.name, 'Home share 2', validation.nameTaken],
      [texts.name, ' ', validation.nameRequired],
      [texts.name, 'x'.repeat(201), validation.nameTooLong(200)],
      [texts.threshold, '0', validation.thresholdPositive],
      [texts.threshold, '4', validation.thresholdTooHigh],
      [texts.totalMembers, 'three', validation.totalMembersPositive],
      [texts.totalMembers, '16', validation.totalMembersTooHigh(15)],
      [texts.secretKey, KEY.nsec.slice(0, -1), validation.nsecFormat],
      [texts.secretKey, KEY.hexPrivateKey.slice(1), validation.secretKeyFormat],
    ] as const
    for (const [label, text, problem] of wrong) {
      await field(page, label).fill(text)
      await page.getByText(problem, { exact: true }).waitFor()
    }

    await field(page, texts.secretKey).fill(KEY.nsec)
    await page.getByRole('radio', { name: texts.keyFresh }).check()
    await page.getByRole('radio', { name: texts.keyGiven }).check()
    expect(await field(page, texts.secretKey).inputValue()).toBe('')
  })

  it('is a key that is masked again when its page goes out of view', async (scope) => {
    const page = await openCreatorAgain(scope)
    await page.getByRole('radio', { name: texts.keyGiven }).check()
    const key = field(page, texts.secretKey)
    await key.fill(KEY.nsec)
    await button(page, common.show(texts.secretKeyWhat)).click()
    await button(page, common.hide(texts.secretKeyWhat)).waitFor()

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    await button(page, common.show(texts.secretKeyWhat)).waitFor()
    expect(await key.getAttribute('type')).toBe('password')
  })
})

describe('a new keyset that is handed out', () => {
  it.for([
    ['an nsec', KEY.nsec],
    ['64 hex characters', KEY.hexPrivateKey],
  ] as const)('signs as the identity of a key given as %s', async ([, secretKey], scope) => {
    const page = await openCreatorAgain(scope)
    await page.getByRole('radio', { name: texts.keyGiven }).check()
    await field(page, texts.secretKey).fill(secretKey)
    await page.getByText(texts.identityOf(KEY.npub)).waitFor()
    await create(page, { totalMembers: 2, secretKey })
    await page.getByText(KEY.npub, { exact: true }).waitFor()
    await goOn(page, texts.shareTitle(2, 2))
    await page.getByLabel(texts.stored(2)).check()
    await goOn(page, texts.summaryTitle)
    await page.getByText(KEY.npub, { exact: true }).waitFor()
    await page.getByText(texts.keyStillWhole).waitFor()
  })

  it('gives out fifteen shares, and QR codes of the longest group credential', async (scope) => {
    const page = await openCreatorAgain(scope)
    await create(page, { threshold: 8, totalMembers: 15 })
    await goOn(page, texts.shareTitle(2, 15))
    const credentials = { [share(2)]: 'bfshare', [GROUP]: 'bfgroup' }
    for (const [what, prefix] of Object.entries(credentials)) {
      const text = await shown(page, what, prefix)
      await button(page, texts.qrTitle(what)).click()
      const code = page.getByRole('img', { name: texts.qrTitle(what) })
      await expectCode(code, text)
      await button(page, common.close).click()
      await code.waitFor({ state: 'detached' })
    }
  })

  it('gives out a share that belongs to the group credential beside it', async (scope) => {
    const page = await openCreatorAgain(scope)
    await create(page)
    await goOn(page, texts.shareTitle(2, 3))
    const group = decodeGroup(await shown(page, GROUP, 'bfgroup'), serverCurve)
    const second = decodeShare(await shown(page, share(2), 'bfshare'))
    if (!group.ok || !second.ok) throw new Error('undecodable')
    expect(second.value.idx).toBe(2)
    expect(group.value).toMatchObject({ threshold: 2, commits: { length: 3 } })
  })

  it('is made and handed out by the keyboard alone', async (scope) => {
    const page = await openCreatorAgain(scope)
    const press = async (target: Locator, key: string) => {
      await tabTo(page, target)
      await page.keyboard.press(key)
    }
    await tabTo(page, field(page, texts.name))
    await page.keyboard.type('Family')
    await press(page.getByText(texts.more, { exact: true }), 'Enter')
    await press(page.getByRole('checkbox', { name: texts.old }), 'Space')
    await press(button(page, texts.create), 'Enter')
    await heading(page, texts.shareTitle(1, 3)).waitFor()
    await press(button(page, texts.next), 'Enter')
    await heading(page, texts.shareTitle(2, 3)).waitFor()
    await press(button(page, texts.qrTitle(GROUP)), 'Enter')
    await page.getByRole('img', { name: texts.qrTitle(GROUP) }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: texts.qrTitle(GROUP) }).waitFor({ state: 'detached' })
    expect(await focused(button(page, texts.qrTitle(GROUP)))).toBe(true)
    for (const index of [2, 3]) {
      await heading(page, texts.shareTitle(index, 3)).waitFor()
      await press(page.getByLabel(texts.stored(index)), 'Space')
      await press(button(page, texts.next), 'Enter')
    }
    await heading(page, texts.summaryTitle).waitFor()
    await press(button(page, texts.finish), 'Enter')
    await heading(page, texts.summaryTitle).waitFor({ state: 'detached' })
  })
})

const focused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { RATE_LIMIT_RECOVER } from '#auth/limits.ts'
import { auth, decoding, protocolTexts, validation } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { recover as texts } from '#contract/texts/recover.ts'
import { shell } from '#contract/texts/shell.ts'
import { keyPair } from '#nostr/keys.ts'
import { encodeGroup, generateKeyset } from '#protocol/v1/keyset.ts'

import { AUTO_DETECTED_BADGE } from '../../web/src/lib/limits.ts'
import { type GroupOptions, startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { inWords } from '../support/console/language.ts'
import { like, NUMBER } from '../support/console/like.ts'
import { openOnce } from '../support/console/open-once.ts'
import { openPage } from '../support/console/open-page.ts'
import { button } from '../support/console/owner.ts'
import {
  addShare,
  clearElsewhere,
  groupField,
  openAnew,
  said,
  shareField,
} from '../support/console/recover.ts'
import { asBech32m, bytesOf, mistype } from '../support/credentials.ts'
import type { Scope } from '../support/scope.ts'

const SECRET_KEY = '7f3b5c1d9e2a4f6880b1c3d5e7f90a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e13'
const { nsec, npub } = keyPair(SECRET_KEY)

/** The Recover tab of a signer that holds the first share of its group. */
async function openRecover(scope: Scope, options: GroupOptions = {}, environment = {}) {
  const group = await startGroup(scope, { secretKey: SECRET_KEY, ...options })
  const floe = await startConsole(scope, { environment: { ...group.environment, ...environment } })
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await openPage(scope, floe.url, { permissions })
  await page.getByRole('tab', { name: shell.tabs.recover }).click()
  await said(page, texts.shareFits(1)).waitFor()
  return { group, floe, page }
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

function keysetPair() {
  const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
  return { groupCredential, shareCredential: shareCredentials[0] ?? '' }
}

const pairIn = async (page: Page) => ({
  groupCredential: await groupField(page).inputValue(),
  shareCredential: await shareField(page, 1).inputValue(),
})

describe('the Recover tab', () => {
  /** One page for all tests, which begin on the Signer tab; recoveries have no limit. */
  const openAgain = openOnce(
    (scope) => openRecover(scope, {}, { RATE_LIMIT_ENABLED: 'false' }),
    async ({ page }) => {
      await page.context().setOffline(false)
      await page.getByRole('tab', { name: shell.tabs.signer }).click()
      await page.getByRole('tab', { name: shell.tabs.recover }).click()
      await said(page, texts.shareFits(1)).waitFor()
    },
  )

  it('warns that the whole key will be in this browser, and recovers it', async (scope) => {
    const { group, page } = await openAgain(scope)
    await said(page, texts.requirement(2, 3)).waitFor()
    await said(page, texts.progress(1, 2)).waitFor()
    expect(await button(page, texts.submit).isDisabled()).toBe(true)

    await said(page, `${texts.warning} ${texts.plainHttp}`).waitFor()

    await addShare(page, 1, group.share(3))
    await said(page, texts.shareFits(3)).waitFor()
    await button(page, texts.submit).click()

    await said(
      page,
      inWords('Successfully recovered NSEC using 2 shares', texts.succeeded(2)),
    ).waitFor()
    await said(page, npub).waitFor()
    expect(await said(page, texts.ignored(1)).count()).toBe(0)
  })

  it('keeps the nsec out of the page until it is shown, and copies it with one click', async (scope) => {
    const { group, page } = await openAgain(scope)
    await addShare(page, 1, group.share(2))
    await button(page, texts.submit).click()
    await said(page, npub).waitFor()
    expect(await page.content()).not.toContain(nsec)

    await button(page, common.copy(texts.nsec)).click()
    await button(page, common.copied).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(nsec)
    expect(await page.content()).not.toContain(nsec)

    await button(page, common.show(texts.nsec)).click()
    await said(page, nsec).waitFor()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await button(page, common.show(texts.nsec)).waitFor()
    expect(await page.content()).not.toContain(nsec)
  })

  it.for([
    [
      'tab',
      async (page: Page) => {
        await page.getByRole('tab', { name: shell.tabs.signer }).click()
        await page.getByRole('tab', { name: shell.tabs.recover }).click()
      },
    ],
    [
      'page',
      async (page: Page) => {
        await page.evaluate(() => dispatchEvent(new Event('pagehide')))
        expect(await page.content()).not.toContain(nsec)
        // The browser has kept the page, and somebody goes back to it.
        await page.evaluate(() =>
          dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
        )
        await page.getByRole('tab', { name: shell.tabs.recover }).click()
      },
    ],
  ] as const)('forgets the nsec and the shares when the %s is left', async ([, leave], scope) => {
    const { group, page } = await openAgain(scope)
    await addShare(page, 1, group.share(2))
    await button(page, texts.submit).click()
    await button(page, common.show(texts.nsec)).click()
    await said(page, nsec).waitFor()

    await leave(page)

    await button(page, texts.add(1, 2)).waitFor()
    expect(await page.content()).not.toContain(nsec)
    expect(await said(page, texts.succeeded(2)).count()).toBe(0)
    expect(await shareField(page, 2).count()).toBe(0)
  })

  it('says of each share what is wrong with it, and recovers from none of them', async (scope) => {
    const { group, page } = await openAgain(scope)
    const other = generateKeyset({ threshold: 2, totalMembers: 3 })
    const broken = asBech32m('bfshare', bytesOf(group.share(2)).with(3, 0))
    await button(page, texts.add(1, 2)).click()
    for (const [share, problem] of [
      [
        mistype(group.share(2), 60),
        inWords(
          'Failed to decode share: the checksum does not match, so a character is missing, added or mistyped',
          protocolTexts.decodeShare(decoding.checksum),
        ),
      ],
      [
        'nsec1qqqq',
        inWords('Invalid share format (should start with bfshare)', validation.sharePrefix),
      ],
      [
        group.share(2).slice(0, 90),
        inWords(
          'Invalid share length (expected around 174 characters)',
          validation.shareLength(174),
        ),
      ],
      [
        group.share(2).replace(/.$/, 'b'),
        inWords('Invalid share format - must be in bech32m format', validation.shareBech32m),
      ],
      [broken, inWords('Share has invalid internal structure', texts.shareStructure)],
      [
        other.shareCredentials[1] ?? '',
        inWords('Share does not belong to this group', validation.shareNotInGroup),
      ],
      [group.share(1), texts.shareRepeated(1, 1)],
    ] as const) {
      await shareField(page, 2).fill(share)
      await said(page, problem).waitFor()
      await said(page, texts.progress(1, 2)).waitFor()
      expect(await button(page, texts.submit).isDisabled(), problem).toBe(true)
    }
  })

  it('sends valid shares only, and says how many it has left out', async (scope) => {
    const { group, page } = await openAgain(scope)
    const other = generateKeyset({ threshold: 2, totalMembers: 3 })
    const [foreign = ''] = other.shareCredentials
    await shareField(page, 1).click()
    await page.keyboard.press('ControlOrMeta+A')
    await paste(
      page,
      [foreign, group.share(3), mistype(group.share(1), 40), group.share(2)].join('\n'),
    )
    await said(page, texts.progress(2, 2)).waitFor()
    const asked = page.waitForRequest('**/api/recover')

    await button(page, texts.submit).click()

    expect((await asked).postDataJSON()).toEqual({
      groupCredential: group.keyset.groupCredential,
      shareCredentials: [group.share(3), group.share(2)],
    })
    await said(page, texts.succeeded(2)).waitFor()
    await said(page, inWords('2 invalid shares were ignored', texts.ignored(2))).waitFor()
  })

  it('takes a group credential and several shares from one paste, wherever it lands', async (scope) => {
    const { page } = await openAgain(scope)
    const other = generateKeyset({ threshold: 3, totalMembers: 4 })
    await button(page, common.show(texts.share(1))).click()
    await shareField(page, 1).fill('')
    await groupField(page).focus()
    await page.keyboard.press('ControlOrMeta+A')

    await paste(
      page,
      `Keep these!\n${[other.groupCredential, ...other.shareCredentials].join('\n\n')}`,
    )

    await said(page, texts.requirement(3, 4)).waitFor()
    await said(page, texts.progress(4, 3)).waitFor()
    expect(await groupField(page).inputValue()).toBe(other.groupCredential)
    for (const [at, share] of other.shareCredentials.entries()) {
      expect(await shareField(page, at + 1).inputValue()).toBe(share)
    }
  })

  it('says so when the server is away, and recovers once it is back', async (scope) => {
    const { group, page } = await openAgain(scope)
    await addShare(page, 1, group.share(2))
    await said(page, texts.ready).waitFor()
    await page.context().setOffline(true)
    await button(page, texts.submit).click()
    await said(
      page,
      inWords(
        'Error recovering NSEC: Network error. Please try again.',
        texts.failed(common.networkError),
      ),
    ).waitFor()

    await page.context().setOffline(false)
    await button(page, texts.submit).click()

    await said(page, texts.succeeded(2)).waitFor()
    const failed = texts.failed('').trim()
    expect(await page.getByRole('main').getByText(failed).count()).toBe(0)
  })

  it("shows the server's reason when the shares do not make the group's key", async (scope) => {
    const { group, page } = await openAgain(scope)
    const other = generateKeyset({ threshold: 2, totalMembers: 3 })
    const lying = encodeGroup({ ...group.keyset.group, group_pk: other.group.group_pk })
    await groupField(page).fill(lying)
    await addShare(page, 1, group.share(2))

    await button(page, texts.submit).click()

    await said(
      page,
      inWords(
        'Error recovering NSEC: Failed to recover secret key',
        texts.failed(protocolTexts.recoverSecretKey),
      ),
    ).waitFor()
  })

  it('works by keyboard alone', async (scope) => {
    const { group, page } = await openAgain(scope)
    await tabTo(page, button(page, texts.add(1, 2)))
    await page.keyboard.press('Enter')
    expect(await focused(page, shareField(page, 2))).toBe(true)
    await tabTo(page, button(page, texts.remove(2)))
    await page.keyboard.press('Enter')
    expect(await focused(page, shareField(page, 1))).toBe(true)
    expect(await button(page, texts.remove(1)).isDisabled()).toBe(true)

    await tabTo(page, button(page, texts.add(1, 2)))
    await page.keyboard.press('Enter')
    await page.keyboard.insertText(group.share(3))
    await said(page, texts.ready).waitFor()
    await page.keyboard.press('Enter')
    await said(page, texts.succeeded(2)).waitFor()
    await tabTo(page, button(page, common.show(texts.nsec)))
    await page.keyboard.press('Enter')
    await said(page, nsec).waitFor()
  })
})

describe('the Recover tab of another signer', () => {
  it('says what is wrong with a group credential, and needs 2 of 3 until there is one', async (scope) => {
    const { group, page } = await openRecover(scope, { threshold: 3, totalMembers: 5 })
    const bytes = bytesOf(group.keyset.groupCredential)
    await said(page, texts.requirement(3, 5)).waitFor()
    await button(page, inWords('Add Share Input (1/3)', texts.add(1, 3))).waitFor()
    for (const [credential, problem] of [
      [
        mistype(group.keyset.groupCredential, 60),
        inWords(
          'Invalid bfgroup format - must be a valid bech32m encoded credential',
          texts.groupFormat,
        ),
      ],
      [
        asBech32m('bfgroup', bytes.slice(0, -1)),
        inWords('Group credential has invalid internal structure', texts.groupStructure),
      ],
      [
        asBech32m('bfgroup', bytes.with(36, 9)),
        inWords(
          'Invalid group: its threshold is not a number from 1 to 5',
          texts.groupOther(decoding.thresholdRange(5)),
        ),
      ],
    ] as const) {
      await groupField(page).fill(credential)
      await said(page, problem).waitFor()
      await said(page, texts.requirement(2, 3)).waitFor()
      expect(await button(page, texts.submit).isDisabled(), problem).toBe(true)
    }
  })

  it('says so when the limit of recoveries is reached', async (scope) => {
    const { group, floe, page } = await openRecover(scope)
    await addShare(page, 1, group.share(2))
    await said(page, texts.ready).waitFor()
    for (let call = 0; call < RATE_LIMIT_RECOVER; call += 1) await floe.post('/api/recover', {})

    await button(page, texts.submit).click()

    await page
      .getByRole('main')
      .getByText(like(texts.failed(auth.tooMany(NUMBER))))
      .waitFor()
  })

  it("says for five seconds that it has found the signer's own credentials", async (scope) => {
    const { group, page } = await openRecover(scope)
    expect(await groupField(page).inputValue()).toBe(group.keyset.groupCredential)
    expect(await shareField(page, 1).inputValue()).toBe(group.share(1))

    // Again, with everything loaded, so that the time measured is the badge's own.
    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    const openedAt = performance.now()
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    const badge = said(page, texts.autoDetected)
    await badge.waitFor()
    await badge.waitFor({ state: 'detached' })
    expect(performance.now() - openedAt).toBeGreaterThan(AUTO_DETECTED_BADGE)
  })

  it('begins with the newest usable pair of this browser once the signer has none, and else empty', async (scope) => {
    const { floe, page } = await openRecover(scope)
    const [newest, older] = [keysetPair(), keysetPair()]
    const damaged = { ...keysetPair(), shareCredential: mistype(newest.shareCredential, 70) }
    const records = [older, newest, damaged].map((pair, day) => ({
      ...pair,
      id: `${day}`,
      savedAt: `2026-01-0${day + 1}T00:00:00.000Z`,
    }))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await clearElsewhere(floe, page, records)
    await said(page, texts.autoDetected).waitFor()
    expect(await pairIn(page)).toEqual(newest)
    expect(asked).not.toContain('/api/shares')

    const answered = page.waitForResponse('**/api/shares')
    await openAnew(page, [])
    await answered
    await said(page, texts.needGroup).waitFor()
    expect(await groupField(page).inputValue()).toBe('')
    expect(await said(page, texts.autoDetected).count()).toBe(0)
  })

  it('begins with the newest pair of the server when this browser has none', async (scope) => {
    const { floe, page } = await openRecover(scope)
    const [older, newest] = [keysetPair(), keysetPair()]
    for (const pair of [older, newest]) await floe.post('/api/shares', pair)
    await clearElsewhere(floe, page, [])
    await said(page, texts.autoDetected).waitFor()
    expect(await pairIn(page)).toEqual(newest)
  })
})

const focused = (page: Page, field: ReturnType<typeof shareField>): Promise<boolean> =>
  field.and(page.locator(':focus')).isVisible()

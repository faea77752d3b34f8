import { cpSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BACKUP_PASSPHRASE_CHARS_MAX, BACKUP_PASSPHRASE_CHARS_MIN } from '#contract/limits.ts'
import { backup as server } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { backups as texts } from '#contract/texts/backups.ts'
import { common } from '#contract/texts/common.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import type { PageOptions } from '../browser/support/page.ts'
import { CLOSED } from '../support/access.ts'
import { type Answer, type ApiServer, firstShare, newKeyset } from '../support/api-server.ts'
import { verifyBip340 } from '../support/bip340.ts'
import {
  type ConsoleOptions,
  floeAgain,
  type Group,
  startConsole,
  startGroup,
} from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { language } from '../support/console/language.ts'
import { ANY, like, NUMBER } from '../support/console/like.ts'
import { openPage } from '../support/console/open-page.ts'
import { button, dialog } from '../support/console/owner.ts'
import {
  field,
  openSettings,
  sectionButton,
  signIn,
  signInButton,
} from '../support/console/sign-in.ts'
import { tapServer } from '../support/console/tap.ts'
import { createKeyset } from '../support/devices.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'

/** A server that starts again in this process once a restore is decided, as `floe serve` does in its own. */
async function startRestorable(scope: Scope, options: ConsoleOptions = {}): Promise<ApiServer> {
  const floe = await startConsole(scope, options)
  void floe.restoreDecided.then(async () => {
    await floe.stop('restart')
    await floeAgain(scope, floe, options.environment)
  })
  return floe
}

const { check, download, restore, schedule } = texts

const KEY = 'sixteen letters!'
const OWNED = { ...CLOSED, API_KEY: KEY }
const PASSPHRASE = 'Пароль: correct horse'
const MADE_PASSPHRASE = /^[0-9a-z]{4}(?:-[0-9a-z]{4}){4}$/

const kind = (page: Page, name: keyof typeof download.kinds) =>
  page.getByRole('radio', { name: download.kinds[name][0] })

/** The passphrase of the back-up being made, or of the one being restored. */
const passphrase = (page: Page, part: typeof download | typeof restore) =>
  page
    .getByRole('region', { name: part.title, exact: true })
    .getByLabel(part.passphrase, { exact: true })

const readyToSign = (page: Page) => page.getByRole('heading', { name: signer.ready })

async function openBackups(scope: Scope, url: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(scope, url, options)
  await openSettings(page, 'backups')
  return page
}

/** Presses 'Download' and returns where the file is, under the name that the page gave it. */
async function save(scope: Scope, page: Page): Promise<string> {
  const submit = button(page, download.submit)
  const [file] = await Promise.all([page.waitForEvent('download'), submit.click()])
  const path = join(temporaryFolder(scope), file.suggestedFilename())
  await file.saveAs(path)
  return path
}

/** Goes as far as the question whether this file should replace what is there. */
async function choose(
  page: Page,
  file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0],
) {
  await page.getByLabel(restore.file).setInputFiles(file)
  await button(page, restore.submit).click()
  await dialog(page, restore.askTitle).waitFor()
}

async function confirm(page: Page) {
  await page.getByRole('checkbox', { name: restore.understood }).check()
  await button(page, restore.confirm).click()
}

/** Saves a member's credentials with the server, as its owner would. */
async function configure(floe: ApiServer, { environment }: Group, headers = {}) {
  expect((await floe.post('/api/env', environment, headers)).status).toBe(200)
}

/** A file of zeros, larger than what the system buffers for a connection that nobody reads. */
function largeFile(scope: Scope): string {
  const path = join(temporaryFolder(scope), 'floe.db')
  writeFileSync(path, '')
  truncateSync(path, 64 * 1_048_576)
  return path
}

/** A back-up of another server, made without a page. */
async function backupElsewhere(scope: Scope, { withKey }: { withKey: boolean }) {
  const floe = await startConsole(scope)
  await floe.post('/api/env', firstShare(newKeyset(), ['ws://127.0.0.1:9']))
  const body = JSON.stringify({ withKey, ...(withKey && { passphrase: PASSPHRASE }) })
  const answer = await fetch(`${floe.url}/api/backup`, { method: 'POST', body })
  const buffer = Buffer.from(await answer.arrayBuffer())
  const file = { name: 'floe.db', mimeType: 'application/vnd.sqlite3', buffer }
  return { file, keyFile: join(floe.dataDir, 'secret.key') }
}

describe('a back-up', () => {
  it('without the key brings the signer back where its key is, after signing in again', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const first = await startConsole(scope, { environment: OWNED })
    await configure(first, group, { 'X-API-Key': KEY })
    const before = await openPage(scope, first.url)
    await signIn(before, { apiKey: KEY })
    await openSettings(before, 'backups')
    await before.getByText(schedule.off).waitFor()
    await before.getByText(texts.last.none).waitFor()
    await kind(before, 'plain').check()
    const file = await save(scope, before)
    await before.getByText(like(texts.last.plain(ANY))).waitFor()
    await before.close()
    await first.stop()
    const dataDir = join(temporaryFolder(scope), 'data')
    mkdirSync(dataDir)
    cpSync(join(first.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
    const second = await startRestorable(scope, { environment: OWNED, dataDir })
    const page = await openPage(scope, second.url)
    await signIn(page, { apiKey: KEY })
    await openSettings(page, 'backups')
    await choose(page, file)
    await confirm(page)
    await page.getByText(restore.restarting).waitFor()
    await signInButton(page).waitFor()
    await page.getByText(access.restored).waitFor()
    expect(await page.getByText(access.ended).count()).toBe(0)
    await page
      .getByText(like(restore.done(ANY)))
      .first()
      .waitFor()
    await signIn(page, { apiKey: KEY })
    await readyToSign(page).waitFor()
  })

  it('with the key turns an empty server into a signer that signs with another device', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const [first, second] = await Promise.all([startConsole(scope), startRestorable(scope)])
    await configure(first, group)
    const before = await openBackups(scope, first.url)
    expect(await kind(before, 'withKey').isChecked()).toBe(true)
    const made = await before.getByText(MADE_PASSPHRASE).innerText()
    expect(await button(before, download.submit).isDisabled()).toBe(true)
    await before.getByRole('checkbox', { name: download.kept }).check()
    const file = await save(scope, before)
    expect(file).toMatch(new RegExp(`floe-\\d{8}T\\d{6}Z${download.withKeyInName}\\.db$`))
    await before.getByText(like(texts.last.withKey(ANY))).waitFor()
    // The passphrase stays, with the name of the file that it opens, until another one is asked for.
    await before.getByText(download.opens(basename(file))).waitFor()
    expect(await before.getByText(made, { exact: true }).isVisible()).toBe(true)
    await button(before, download.makeAnother).click()
    await before.getByText(made, { exact: true }).waitFor({ state: 'hidden' })
    expect(await before.getByText(download.opens(basename(file))).count()).toBe(0)
    await before.close()
    await first.stop()
    const page = await openBackups(scope, second.url)
    await choose(page, file)
    await button(page, common.cancel).click()
    await passphrase(page, restore).fill(`${made}x`)
    await button(page, check.submit).click()
    await page.getByText(server.passphraseWrong).waitFor()
    await passphrase(page, restore).fill(made)
    await button(page, check.submit).click()
    await page.getByText(check.keys.opened).waitFor()
    await page.getByText(like(check.holds(ANY, 0, 0, 0, NUMBER))).waitFor()
    await button(page, restore.submit).click()
    await confirm(page)
    await readyToSign(page).waitFor()
    const message = '5a'.repeat(32)
    const { body } = (await second.post('/api/sign', { message })) as Answer & {
      body: { signature: string }
    }
    const publicKey = group.keyset.group.group_pk.slice(2)
    expect(verifyBip340(body.signature, message, publicKey)).toBe(true)
  })

  it('says in the end which shares were not in it', async (scope) => {
    const relay = await startRelayFor(scope)
    const first = await startConsole(scope)
    await createKeyset(first, [relay.url])
    const body = JSON.stringify({ withKey: true, passphrase: PASSPHRASE })
    const answer = await fetch(`${first.url}/api/backup`, { method: 'POST', body })
    const buffer = Buffer.from(await answer.arrayBuffer())
    await first.stop()
    const second = await startRestorable(scope, { environment: OWNED })
    const page = await openPage(scope, second.url)
    await signIn(page, { apiKey: KEY })
    await openSettings(page, 'backups')
    await passphrase(page, restore).fill(PASSPHRASE)
    await choose(page, { name: 'floe.db', mimeType: 'application/vnd.sqlite3', buffer })
    await confirm(page)
    await page
      .getByText(restore.lost([2, 3]))
      .first()
      .waitFor()
  })

  it('with the key is not made with a passphrase that is too short or not repeated correctly', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openBackups(scope, floe.url)
    await button(page, download.chooseOwn).click()
    await passphrase(page, download).fill('short')
    await page
      .getByText(server.passphraseLength(BACKUP_PASSPHRASE_CHARS_MIN, BACKUP_PASSPHRASE_CHARS_MAX))
      .waitFor()
    await field(page, download.again).fill(PASSPHRASE)
    await page.getByText(download.differs).waitFor()
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/backup')) asked.push(request.postDataJSON())
    })
    await button(page, download.submit).click()
    await passphrase(page, download).fill(`${PASSPHRASE}!`)
    await button(page, download.submit).click()
    await passphrase(page, download).fill(PASSPHRASE)
    await save(scope, page)
    expect(asked).toEqual([{ withKey: true, passphrase: PASSPHRASE }])
  })
})

describe('a restore', () => {
  it('asks for the passphrase of a back-up that holds its key, and says when it is wrong', async (scope) => {
    const [{ file }, floe] = await Promise.all([
      backupElsewhere(scope, { withKey: true }),
      startConsole(scope),
    ])
    const page = await openBackups(scope, floe.url)
    await choose(page, file)
    await confirm(page)
    await page.getByText(server.passphraseNeeded).waitFor()
    await passphrase(page, restore).fill('wrong passphrase')
    await button(page, restore.submit).click()
    await confirm(page)
    await page.getByText(server.passphraseWrong).waitFor()
    expect(await passphrase(page, restore).inputValue()).toBe('')
  })

  it('opens a back-up without its key by the secret.key of the old machine', async (scope) => {
    const [{ file, keyFile }, floe] = await Promise.all([
      backupElsewhere(scope, { withKey: false }),
      startRestorable(scope),
    ])
    const page = await openBackups(scope, floe.url)
    await choose(page, file)
    await confirm(page)
    await page.getByText(server.wrongKey).waitFor()
    const key = page.getByLabel(restore.key)
    await key.setInputFiles(temporaryFolder(scope))
    await page.getByText(common.fileUnreadable).waitFor()
    await key.setInputFiles(keyFile)
    await page.getByText(common.fileUnreadable).waitFor({ state: 'detached' })
    await button(page, restore.submit).click()
    await confirm(page)
    const name = async () =>
      ((await floe.get('/api/env')).body as { GROUP_NAME?: string }).GROUP_NAME
    await expect.poll(() => name().catch(() => undefined)).toBe('Test keyset')
  })

  it('from a file that is no back-up is refused beside the file', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openBackups(scope, floe.url)
    await button(page, restore.submit).click()
    await page.getByText(restore.noFile).waitFor()
    await choose(page, {
      name: 'holiday.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('a text'),
    })
    await confirm(page)
    await page.getByText(server.notBackup('no database')).waitFor()
  })

  it('says nothing of a file that was being checked when another was chosen', async (scope) => {
    const [{ file }, floe] = await Promise.all([
      backupElsewhere(scope, { withKey: true }),
      startConsole(scope),
    ])
    const page = await openBackups(scope, floe.url)
    const [isChecked, isChosen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/backup/check', async (route) => {
      const json = await (await route.fetch()).json()
      isChecked.resolve()
      await isChosen.promise
      await route.fulfill({ json })
    })
    await page.getByLabel(restore.file).setInputFiles(file)
    await passphrase(page, restore).fill(PASSPHRASE)
    await button(page, check.submit).click()
    await isChecked.promise
    const answered = page.waitForResponse('**/api/backup/check')
    await choose(page, { ...file, name: 'other.db' })
    isChosen.resolve()
    await answered
    await page.getByRole('checkbox', { name: restore.understood }).check()
    expect(await page.getByText(check.keys.opened).count()).toBe(0)
  })

  it('that does not get through to the server says that nothing has changed', async (scope) => {
    const floe = await startConsole(scope)
    const tap = await tapServer(scope, floe.port)
    const page = await openBackups(scope, tap.url)
    await choose(page, largeFile(scope))
    tap.cut()
    await confirm(page)
    await page.getByText(restore.brokeOff).waitFor()
  })

  it('can be asked for by keyboard alone, and gives the focus back when it is cancelled', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    await tabTo(page, page.getByRole('button', { name: shell.settings }))
    await page.keyboard.press('Enter')
    await tabTo(page, sectionButton(page, 'backups'))
    await page.keyboard.press('Enter')
    await tabTo(page, kind(page, 'withKey'))
    await tabTo(page, page.getByRole('checkbox', { name: download.kept }))
    await tabTo(page, page.getByLabel(restore.file))
    await page
      .getByLabel(restore.file)
      .setInputFiles({ name: 'a.db', mimeType: '', buffer: Buffer.from('a') })
    const submit = button(page, restore.submit)
    await tabTo(page, submit)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('checkbox', { name: restore.understood }))
    expect(await button(page, restore.confirm).isDisabled()).toBe(true)
    await page.keyboard.press('Space')
    expect(await button(page, restore.confirm).isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page, restore.askTitle).waitFor({ state: 'hidden' })
    await expect
      .poll(() => submit.evaluate((element) => element === document.activeElement))
      .toBe(true)
  })
})

describe('scheduled back-ups', () => {
  it('can be switched on here, and the first is made at once', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openBackups(scope, floe.url)
    await page.getByText(schedule.off).waitFor()
    await button(page, schedule.change).click()
    await field(page, schedule.interval).fill('half a day')
    expect(await button(page, schedule.save).isDisabled()).toBe(true)
    await field(page, schedule.interval).fill('12')
    await field(page, schedule.keep).fill('3')
    await button(page, schedule.save).click()
    await page.getByText(schedule.on(12, 3)).waitFor()
    await expect.poll(() => floe.context.backups.list().length).toBe(1)
  })

  it.runIf(language === 'en')(
    'are listed with their size, and their date as the browser writes dates',
    async (scope) => {
      const environment = { BACKUP_INTERVAL: '24', BACKUP_KEEP: '2' }
      const floe = await startConsole(scope, { environment })
      await expect.poll(() => floe.context.backups.list().length).toBe(1)
      const page = await openBackups(scope, floe.url, { locale: 'en-US', isNewHere: true })
      const row = page.getByRole('list', { name: schedule.list }).getByRole('listitem')
      await page.getByText(schedule.on(24, 2)).waitFor()
      expect(await row.innerText()).toMatch(
        /\w{3} \d{1,2}, \d{4}, \d\d:\d\d.*\d KiB.*floe-\d+T\d+Z\.db/s,
      )
      await page.close()
      const british = await openBackups(scope, floe.url, { locale: 'en-GB', isNewHere: true })
      await british
        .getByText(/\b\d{1,2} \w{3,4} \d{4}, \d\d:\d\d\b/)
        .first()
        .waitFor()
    },
  )
})

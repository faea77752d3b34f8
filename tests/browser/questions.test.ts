// In a browser alone there are two windows.

import { expect, it } from 'vitest'
import { questions } from '#contract/texts/questions.ts'
import { shell } from '#contract/texts/shell.ts'
import { answering, asks, look, openAsked, PHONE } from '../support/console/asked.ts'
import { button } from '../support/console/owner.ts'
import { until } from '../support/until.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('what several windows show', () => {
  it('is answered once, and the others are told how it ended', async (scope) => {
    const { floe, page, ask, isSigned, nameAndRule } = await openAsked(scope, 1280)
    await nameAndRule()
    const other = await page.context().newPage()
    other.setDefaultTimeout(60_000)
    await other.goto(floe.url)
    await other.getByRole('tab', { name: shell.tabs.activity }).click()

    const first = ask()
    for (const each of [page, other]) {
      await look(each)
      await asks(each).getByText('Anna 1', { exact: true }).waitFor()
    }
    const second = ask()
    for (const each of [page, other]) {
      await asks(each).getByText(questions.position(1, 2)).waitFor()
    }
    await button(page, questions.does.replaceProfile).click()
    await asks(other).getByText(questions.ended(PHONE, questions.over.allowed)).waitFor()
    for (const each of [page, other]) {
      await asks(each).getByText('Anna 2', { exact: true }).waitFor()
    }
    await answering(page, questions.does.replaceProfile).click()
    await asks(other).waitFor({ state: 'hidden' })
    for (const each of [first, second]) await until(() => isSigned(each))
    expect(await page.getByText(questions.over.allowed).count()).toBe(0)
  })
})

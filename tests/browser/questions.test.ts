// Only a browser has two windows, and a layout in which things move.

import { expect, it } from 'vitest'
import { events } from '#contract/texts/events.ts'
import { questions } from '#contract/texts/questions.ts'
import { shell } from '#contract/texts/shell.ts'
import { answering, asks, look, openAsked, openAsking, PHONE } from '../support/console/asked.ts'
import { button } from '../support/console/owner.ts'
import { until } from '../support/until.ts'
import { atRest } from './support/at-rest.ts'
import { describeInBrowser } from './support/chromium.ts'
import { expectSteady, layoutShift } from './support/page.ts'

describeInBrowser('a question that several windows show', () => {
  it('is answered in one of them, and the others show the answer', async (scope) => {
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
    await answering(page, questions.does.replaceProfile).click()
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

describeInBrowser('questions', () => {
  it.for([360, 1280])(
    'move nothing on the page when five come at once and are answered, %i pixels wide',
    async (width, scope) => {
      const { page, ask, sheet, people, waits } = await openAsking(scope, {
        width,
        isNewHere: true,
      })
      await page.getByRole('region', { name: events.title, exact: true }).waitFor()
      await atRest(page)
      const before = await layoutShift(page)

      await ask(3, '', people.slice(0, 2))
      for (const text of ['one', 'two', 'three', 'four']) await ask(1, text)
      await waits(5)
      await page
        .getByText(/514 \S*→ 2/)
        .first()
        .waitFor()
      await expectSteady(page, 'five questions', before)
      await look(page)
      await sheet.getByText(questions.position(1, 5)).waitFor()
      const place = () => button(page, questions.refuse).boundingBox()
      const first = await place()
      await answering(page, questions.refuse).click()
      await sheet.getByText(questions.position(1, 4)).waitFor()
      expect(await place()).toEqual(first)
      await answering(page, questions.allowAll(4)).click()
      await sheet.waitFor({ state: 'hidden' })
      await expectSteady(page, 'answers to them', before)
    },
  )
})

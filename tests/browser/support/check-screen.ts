import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { language } from '../../support/console/language.ts'
import { isLong } from '../../support/long.ts'
import { expectWholeTexts } from './cut-texts.ts'
import { markElements } from './marks.ts'
import { expectNames } from './names.ts'

export const WIDTHS = [360, 768, 1280, 1920] as const
/** The narrowest width with each number of columns. A resize costs as much as axe does. */
const NARROWEST = [360, 768] as const
const SCHEMES = ['light', 'dark'] as const

/** Set by `npm test -- --pictures`: nobody looks at pictures of every run. */
const withPictures = process.env['FLOE_TEST_PICTURES'] === '1'
/** Rare runs check everything. */
const isThorough = isLong || withPictures || language !== 'en'
const SHOTS = join(import.meta.dirname, '../../../.artefacts/screenshots')

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The axe rules about colours: only these can fail in the dark alone. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The numbers by `markElements` of elements that axe has passed in this process. */
const passed = { structure: new Set<number>(), light: new Set<number>(), dark: new Set<number>() }

/**
 * Checks what must hold of every screen in every state: axe finds nothing, its colour rules find nothing in the dark,
 * every control has a name, no text is small, and nothing overflows at the page's width and at narrow ones. Long runs,
 * runs with pictures and runs in another language check every width, and that no texts are cut or lie on one another.
 * Only long runs check an element again that axe has passed in this process. Leaves the page at its size and in its
 * scheme. `--pictures` leaves .artefacts/screenshots/<name>-<width>-<scheme>.png.
 *
 * @param options.secret the page shows a secret, so no picture is left
 * @param options.like a state that has been checked and differs only in its words: except in long runs, only what fits
 *   is checked
 */
export async function checkScreen(
  page: Page,
  name: string,
  { secret = false, like }: { secret?: boolean; like?: string } = {},
): Promise<void> {
  if (like === undefined || isLong) {
    await expectNoFault(page, name, 'light')
    await expectNoFault(page, name, 'dark')
    await expectNames(page, name)
    await expectLegible(page, name)
  }
  if (withPictures && !secret) await takePictures(page, name)
  await page.emulateMedia({ colorScheme: null })
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  const others = (isThorough ? WIDTHS : NARROWEST).filter((width) => width !== before.width)
  for (const width of [before.width, ...others]) {
    await page.setViewportSize({ width, height: before.height })
    const where = `${name}, ${width} pixels`
    await expectNoOverflow(page, where)
    await expectWholeWords(page, where)
    if (isThorough) await expectWholeTexts(page, where)
  }
  await page.setViewportSize(before)
}

async function expectNoFault(page: Page, name: string, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  const { structure, colours } = await page.evaluate(markElements)
  const isNew = (at: number): boolean => {
    const hasNewColours = colours[at] !== 0 && !passed[scheme].has(colours[at] ?? 0)
    const isNewThing = scheme === 'light' && !passed.structure.has(structure[at] ?? 0)
    return hasNewColours || isNewThing
  }
  const among = isLong ? undefined : [...structure.keys()].filter(isNew)
  if (among?.length !== 0) {
    const options: axe.RunOptions = scheme === 'light' ? {} : { runOnly: OF_COLOURS }
    await expectAccessible(page, `${name}, ${scheme}`, options, among)
  }
  for (const one of colours) passed[scheme].add(one)
  if (scheme === 'light') for (const one of structure) passed.structure.add(one)
}

async function takePictures(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  mkdirSync(SHOTS, { recursive: true })
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: before.height })
      const path = join(SHOTS, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  await page.setViewportSize(before)
}

/**
 * Expects axe to find nothing on the page as it is. axe runs in the page itself: its builder for Playwright opens a
 * page of its own for each result, which takes seven times as long.
 *
 * @param among the marked elements that are checked, with what is in them; by default the whole page
 */
export async function expectAccessible(
  page: Page,
  name: string,
  options: axe.RunOptions = {},
  among?: readonly number[],
): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(
    async ({ options, among }) => {
      const { axe, floeMarked = [] } = window as unknown as {
        axe: typeof import('axe-core')
        floeMarked?: Element[]
      }
      const chosen = new Set(among?.flatMap((at) => floeMarked[at] ?? []))
      const isWithin = (element: Element) => {
        for (let at = element.parentElement; at !== null; at = at.parentElement) {
          if (chosen.has(at)) return true
        }
        return false
      }
      const include = [...chosen].filter((element) => element.isConnected && !isWithin(element))
      if (among !== undefined && include.length === 0) return []
      const { violations } = await axe.run(among === undefined ? document : { include }, {
        resultTypes: ['violations'],
        ...options,
      })
      const allowed: Record<string, string> = {
        // A hint stands beside the landmarks, for as long as the pointer rests on what it belongs to.
        region: '[data-base-ui-portal]',
        // A guard at each end of a menu or dialog moves the focus on. axe sees it only in newer browsers.
        'aria-hidden-focus': '[data-base-ui-focus-guard]',
      }
      const isAllowed = (selector: unknown, within: string) =>
        typeof selector === 'string' && document.querySelector(selector)?.closest(within) != null
      return violations.flatMap(({ id, nodes }) => {
        const within = allowed[id]
        const faults = nodes.filter(({ target }) => !(within && isAllowed(target[0], within)))
        const where = faults.map(
          ({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`,
        )
        return where.length === 0 ? [] : [{ id, where }]
      })
    },
    { options, among },
  )
  expect(found, name).toEqual([])
}

/**
 * Expects nothing to be wider than the page or below its end. Waits until all is in its place: a hint moves a moment
 * after the page has changed its size.
 */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const overflowing = () => {
    const room = document.documentElement.clientWidth
    const clipped = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true
      }
      return false
    }
    const { scrollHeight } = document.documentElement
    const end = Math.max(innerHeight, document.body.getBoundingClientRect().bottom + scrollY)
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { right, left, width, bottom } = element.getBoundingClientRect()
        // A scrolling list does not contain absolute elements if it is no containing block.
        const isLost = getComputedStyle(element).position === 'absolute'
        const isBelow = scrollHeight > end + 1 && bottom + scrollY > end + 1 && isLost
        return isBelow || (width > 0 && (right > room + 1 || left < -1) && !clipped(element))
      })
      .map((element) => element.outerHTML.slice(0, 200))
  }
  await expect.poll(() => page.evaluate(overflowing), { message: name }).toEqual([])
}

/** Expects no text to be smaller than 13 pixels. */
async function expectLegible(page: Page, name: string): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        return hasText && Number.parseFloat(getComputedStyle(element).fontSize) < 13
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  expect(small, name).toEqual([])
}

/** Expects no word of a button, tab, heading or label to be broken over two lines, unless it is very long. */
async function expectWholeWords(page: Page, name: string): Promise<void> {
  const brokenWords = () => {
    const lines = (node: Text, word: RegExpMatchArray) => {
      const range = document.createRange()
      range.setStart(node, word.index ?? 0)
      range.setEnd(node, (word.index ?? 0) + word[0].length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    return [...document.querySelectorAll('button, [role=tab], h1, h2, h3, label')].flatMap(
      (element) => {
        const broken: string[] = []
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode as Text
          for (const word of node.data.matchAll(/(?<![^\s/-])[^\s/-]{2,24}(?![^\s/-])/g)) {
            if (lines(node, word) > 1) broken.push(word[0])
          }
        }
        return broken
      },
    )
  }
  await expect.poll(() => page.evaluate(brokenWords), { message: name }).toEqual([])
}

import type { Page } from 'playwright-core'
import type { Overview } from '#contract/overview.ts'
import { home, needs } from '#contract/texts/home.ts'
import { peers } from '#contract/texts/peers.ts'
import { stop } from '#contract/texts/questions.ts'
import { relays } from '#contract/texts/relays.ts'
import { signer } from '#contract/texts/signer.ts'

/** The texts about the signer in the six places of the page that have one; undefined where there is none. */
export interface Six {
  status: string | undefined
  ring: string | undefined
  /** Whether its colour is that of a signer that lacks nothing. */
  isRingGreen: boolean
  devices: string | undefined
  relays: string | undefined
  list: string | undefined
  bell: string | undefined
}

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

/** The texts of a page that shows this overview. */
export function sixOf({ status, ring, devices, relays: heard, needs: all }: Overview): Six {
  const online = devices.filter(({ state }) => state === 'online').length
  const summary = all.length === 0 ? needs.none : needs.count(all.length)
  return {
    status: TITLES[status.word],
    ring: `${Math.min(ring.online, ring.needed)}${home.ofNeeded(ring.needed)}`,
    isRingGreen: status.word === 'ready' && ring.online >= ring.needed,
    devices: peers.online(online),
    relays: relays.count(heard.connected, heard.total),
    list: summary,
    bell: `${needs.title}: ${summary}`,
  }
}

/** A text of the console as a pattern, in which each number stands for any. */
const anyNumber = (text: string): string => text.replaceAll(/\d+/g, String.raw`\d+`)

/** The texts of a page, all read at one moment. */
export const saidBy = (page: Page): Promise<Six> =>
  page.evaluate(
    ({ verdict, ring, online, heard, list, bell }) => {
      const texts = [...document.querySelectorAll('main *')].map(
        ({ textContent }) => textContent ?? '',
      )
      /** The first text that one of the patterns matches as a whole. */
      const find = (patterns: string[]) => {
        const pattern = new RegExp(`^(${patterns.join('|')})$`)
        return texts.find((text) => pattern.test(text))
      }
      const status = [...document.querySelectorAll('section')].find(
        (section) => section.getAttribute('aria-label') === verdict,
      )
      return {
        status: status?.querySelector('h2, h3, h4')?.textContent ?? undefined,
        ring: find([ring]),
        isRingGreen: document.querySelector('main [class*="stroke-ok"]') !== null,
        devices: find([online]),
        relays: find(heard),
        list: find(list),
        bell: [...document.querySelectorAll('button')]
          .map((button) => button.getAttribute('aria-label') ?? '')
          .find((label) => label.startsWith(bell)),
      }
    },
    {
      verdict: signer.verdict,
      ring: String.raw`\d+${anyNumber(home.ofNeeded(2))}`,
      online: anyNumber(peers.online(1)),
      heard: [0, 1, 2].flatMap((count) => [1, 2].map((all) => anyNumber(relays.count(count, all)))),
      list: [needs.none, ...[1, 2].map((count) => anyNumber(needs.count(count)))],
      bell: `${needs.title}: `,
    },
  )

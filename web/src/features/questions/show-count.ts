import { common, questions as texts } from '../../texts/texts.ts'

/** The icon with a count on it: public/waiting-1.svg and so on, since a page may draw none itself. */
const ICONS_WITH_COUNT = 9

/** How many questions wait, where a tab shows it: in the title and on the icon. */
export function showCount(count: number): void {
  document.title = count === 0 ? common.title : texts.titled(count)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon === null) return
  icon.dataset['plain'] ??= icon.href
  const shown = count > ICONS_WITH_COUNT ? 'more' : count
  icon.href = count === 0 ? icon.dataset['plain'] : `./waiting-${shown}.svg`
}

/**
 * The texts and fields in sight, each by all that its contrast depends on: its colours, its size and
 * weight, every ground that it stands on, and whether it can be used. Two that are the same in this
 * are the same to axe's rules of colours. Runs in the page, so it uses nothing from outside.
 */
export function coloursInSight(): string[] {
  const grounds = new Map<Element | null, string>([[null, '']])
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element)
    if (known !== undefined || element === null) return known ?? ''
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = `/${backgroundColor} ${backgroundImage} ${opacity}`
    const isSeenThrough = own === '/rgba(0, 0, 0, 0) none 1'
    const ground = groundOf(element.parentElement) + (isSeenThrough ? '' : own)
    grounds.set(element, ground)
    return ground
  }
  const colourOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } =
      getComputedStyle(element)
    const link = element.closest('a, [role=link]')?.parentElement
    const beside = link ? getComputedStyle(link).color : ''
    const off = element.closest(':disabled, [aria-disabled=true], [inert]') !== null
    const style = [color, fontSize, fontWeight, textShadow, textDecorationLine, beside, off]
    return `${style.join(' ')} ${groundOf(element)}`
  }
  const shown = new Set<Element>(document.querySelectorAll('input, textarea, select'))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode
    if (parentElement !== null && nodeValue?.trim()) shown.add(parentElement)
  }
  const inSight = [...shown].filter((element) => element.checkVisibility())
  return [...new Set(inSight.map(colourOf))]
}

/**
 * A hash for each element of the page of all that axe's result depends on: axe treats two elements with the
 * same hash alike. `structure` is for all rules except those about colours: the element's tag, attributes,
 * children and ancestors. `colours` is for the rules about colours: of a visible text or field the colours,
 * size and weight, all backgrounds behind it, and whether it is disabled; 0 for all other elements. The page
 * keeps the elements, in this order, as `floeMarked`. Runs in the page, so it uses nothing from outside.
 */
export function markElements(): { structure: number[]; colours: number[] } {
  const hashOf = (text: string): number => {
    let hash = 0x811c9dc5
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    }
    return hash | 1
  }
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')

  const places = new Map<Element | null, number>([[null, 0]])
  const placeOf = (element: Element | null): number => {
    const known = places.get(element)
    if (known !== undefined || element === null) return known ?? 0
    const { parentElement, tagName } = element
    const place = hashOf(`${placeOf(parentElement)} ${tagName} ${element.getAttribute('role')}`)
    places.set(element, place)
    return place
  }
  // The values of these are names, or ids of other elements: only their presence matters.
  const NAMES =
    /^(?:aria-(?:label|description|valuetext|placeholder)|title|alt|placeholder|value|href)$/
  const REFERENCES =
    /^(?:for|aria-(?:labelledby|describedby|controls|owns|errormessage|activedescendant))$/
  const structureOf = (element: Element): number => {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (name === 'id' || name === 'style' || name.startsWith('data-')) return name
      if (NAMES.test(name)) return `${name} ${value.trim() !== ''}`
      if (!REFERENCES.test(name)) return `${name}=${value}`
      return `${name} ${value.split(' ').every((id) => document.getElementById(id) !== null)}`
    })
    const children = new Set([...element.children].map(({ tagName }) => tagName))
    const holds = [...children].sort().join()
    const labelled = 'labels' in element && (element.labels as NodeList | null)?.length
    return hashOf(
      `${placeOf(element)} ${attributes.sort().join()} ${holds} ${hasText(element)} ${labelled}`,
    )
  }

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
  const coloursOf = (element: Element): number => {
    const isShown = element.matches('input, textarea, select') || hasText(element)
    if (!isShown || !element.checkVisibility()) return 0
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } =
      getComputedStyle(element)
    const link = element.closest('a, [role=link]')?.parentElement
    const beside = link ? getComputedStyle(link).color : ''
    const off = element.closest(':disabled, [aria-disabled=true], [inert]') !== null
    const style = [color, fontSize, fontWeight, textShadow, textDecorationLine, beside, off]
    return hashOf(`${style.join(' ')} ${groundOf(element)}`)
  }

  const elements = [...document.querySelectorAll('html, body, body *')]
  Object.assign(window, { floeMarked: elements })
  return { structure: elements.map(structureOf), colours: elements.map(coloursOf) }
}

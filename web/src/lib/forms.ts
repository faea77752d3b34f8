/**
 * The text in a form's field, read from the document: a password manager may fill in a field without an event
 * that the page would notice.
 */
export function filledIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}

/** The first field in a part of the page, which has the focus when that part appears. */
export const firstFieldIn = (part: Element): HTMLElement | null =>
  [...part.querySelectorAll<HTMLInputElement>('input, textarea, select')].find(
    ({ checked, disabled, type }) =>
      !disabled && !['hidden', 'file'].includes(type) && (type !== 'radio' || checked),
  ) ?? null

/** Focuses a form's field by its name. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** As a ref: focuses an element when it appears. */
export const focusOn = (element: HTMLElement | null): void => element?.focus()

/** As a ref: focuses the first field of what has just appeared, without scrolling to it. */
export function focusFirstField(part: Element | null): void {
  if (part !== null) firstFieldIn(part)?.focus({ preventScroll: true })
}

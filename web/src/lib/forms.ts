/**
 * What a form's field holds as it is sent. A password manager may have filled it in without telling the
 * page, which then knows nothing of it.
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

/** As a ref: focuses the first field of what has just appeared, without scrolling to it. */
export function focusFirstField(part: Element | null): void {
  if (part !== null) firstFieldIn(part)?.focus({ preventScroll: true })
}

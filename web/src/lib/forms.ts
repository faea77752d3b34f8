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

const typed = new WeakSet<EventTarget>()

/** Notes which fields somebody writes into. @param signal ends that */
export function watchTyping(signal: AbortSignal): void {
  const note = ({ target }: Event) => target && typed.add(target)
  addEventListener('input', note, { capture: true, signal })
}

/** Whether a field of the page holds what somebody wrote into it. */
export const hasTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    (field) => typed.has(field) && field.value !== '',
  )

/** As a ref: focuses the first field of what has just appeared, without scrolling to it. */
export function focusFirstField(part: Element | null): void {
  if (part !== null) firstFieldIn(part)?.focus({ preventScroll: true })
}

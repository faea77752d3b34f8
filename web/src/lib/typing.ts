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

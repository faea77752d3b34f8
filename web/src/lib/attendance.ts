/** How long a page counts as attended after somebody has touched it. Milliseconds. */
const COUNTS = 30_000

let touchedAt: number | null = null
const typed = new WeakSet<EventTarget>()

/** Watches whether somebody is at the page, and which fields they write into, until `signal` aborts. */
export function watchAttendance(signal: AbortSignal): void {
  const touch = () => {
    touchedAt = performance.now()
  }
  touch()
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove']) {
    addEventListener(type, touch, { capture: true, passive: true, signal })
  }
  const note = ({ target }: Event) => target && typed.add(target)
  addEventListener('input', note, { capture: true, signal })
}

/** Whether somebody is at the page; true while that is not watched. */
export const isAttended = (): boolean =>
  touchedAt === null || performance.now() - touchedAt < COUNTS

/** Whether a field of the page holds what somebody wrote into it. */
export const hasTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    (field) => typed.has(field) && field.value !== '',
  )

/** How long a page counts as attended after somebody has touched it. Milliseconds. */
const COUNTS = 30_000

let touchedAt: number | null = null

/** Watches whether somebody is at the page, until `signal` aborts. */
export function watchAttendance(signal: AbortSignal): void {
  const touch = () => {
    touchedAt = performance.now()
  }
  touch()
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove']) {
    addEventListener(type, touch, { capture: true, passive: true, signal })
  }
}

/** Whether somebody is at the page; true while that is not watched. */
export const isAttended = (): boolean =>
  touchedAt === null || performance.now() - touchedAt < COUNTS

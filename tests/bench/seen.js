// Runs in a page of the console before anything else of it, and notes in `floeSeen` when what of Home
// was there, in milliseconds from the page being asked for.

/** Of what was last done with the key. */
const ROWS = 3
/** @type {import('./scenarios/visit.ts').Seen} */
const seen = {}
window.floeSeen = seen

function look() {
  const now = performance.now()
  const verdict = document.querySelector('main section[aria-busy=false] h3')
  if (verdict?.textContent) seen.verdict ??= now
  const isWhole =
    seen.verdict !== undefined &&
    document.querySelectorAll('main li time').length >= ROWS &&
    document.querySelector('main .animate-pulse') === null &&
    document.fonts.status === 'loaded'
  if (!isWhole) {
    requestAnimationFrame(look)
    return
  }
  seen.painted = performance.getEntriesByName('first-contentful-paint')[0].startTime
  seen.whole = now
}

requestAnimationFrame(look)

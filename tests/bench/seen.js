// Runs in a page of the console before anything else of it, and notes in `floeSeen` when something of it was there, in
// milliseconds from the page being asked for.

/** @type {import('./scenarios/visit.ts').Seen} */
const seen = {}
window.floeSeen = seen

/** The page is there once this is in it: the login's field with the focus, or the signer's status. */
const THERE = 'form input:focus, main section[aria-busy=false] h3'

function look() {
  const now = performance.now()
  if (document.querySelector(THERE)) seen.there ??= now
  const isWhole =
    seen.there !== undefined &&
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

// Runs in a page of the console before anything else of it, and notes in `floeSeen` when something of it was there, in
// milliseconds from the page being asked for.

/** @type {import('./scenarios/visit.ts').Seen} */
const seen = {}
window.floeSeen = seen

/** What stands for the page to be there: the field of the login has the focus, or the signer's status can be read. */
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

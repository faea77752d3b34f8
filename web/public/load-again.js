// Loads the page anew when its script or its style sheet has not come, while there is nothing on it to
// lose. A file of its own that imports nothing and comes before them, because a module fails with any
// file that it imports; plain JavaScript, because no build touches this folder.
const FAILURES = 'floe.loadFailures'
/** Milliseconds before each try; after the last, index.html says how to go on. */
const PAUSES = [500, 1_000, 2_000]

let failed = false

/** @param {Event} event of an element: it does not bubble */
function loadAgain({ target }) {
  const isNeeded =
    target instanceof HTMLScriptElement ||
    (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
  if (!isNeeded || failed) return
  failed = true
  const failures = Number(sessionStorage.getItem(FAILURES))
  const pause = PAUSES[failures]
  if (pause === undefined) return
  sessionStorage.setItem(FAILURES, String(failures + 1))
  setTimeout(() => location.reload(), pause)
}

addEventListener('error', loadAgain, { capture: true })
addEventListener('load', () => {
  removeEventListener('error', loadAgain, { capture: true })
  if (!failed) sessionStorage.removeItem(FAILURES)
})

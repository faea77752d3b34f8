import { Window } from 'happy-dom'

/** Node has these too, but a page's must be happy-dom's: they go through its document, or hold what it keeps. */
const ALSO_IN_NODE = [
  'Event',
  'CustomEvent',
  'EventTarget',
  'Navigator',
  'navigator',
  'Storage',
  'localStorage',
  'sessionStorage',
]

const NODES = new Set(Object.getOwnPropertyNames(globalThis))

/**
 * The stylesheet's classes that hide and show things by the window's width. Conditions on the width of a container
 * (`@min-…`) count as met.
 */
const STYLES = `
.hidden, .data-\\[limited\\]\\:hidden[data-limited] { display: none }
.\\@min-\\[26rem\\]\\:hidden, .\\@min-\\[38rem\\]\\:hidden { display: none }
.\\@min-\\[26rem\\]\\:inline, .\\@min-\\[38rem\\]\\:inline-flex { display: inline }
@media (max-width: 639px) { .max-sm\\:hidden { display: none } }
@media (min-width: 640px) { .sm\\:inline-grid { display: inline-grid } }
@media (min-width: 768px) { .md\\:flex { display: flex } .md\\:hidden { display: none } }
@media (min-width: 1024px) { .lg\\:block { display: block } .lg\\:hidden { display: none } }`

/**
 * Makes a window of happy-dom's the globals of this process, as they are in a page. All that the server in this
 * process uses too stays Node's own (fetch, streams, timers), or its answers would be of another library's classes.
 */
export function openWindow(): Window {
  const window = new Window({
    settings: {
      disableJavaScriptFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      navigation: { disableMainFrameNavigation: true },
    },
  })
  for (const name of namesOf(window)) {
    if (!NODES.has(name) || ALSO_IN_NODE.includes(name)) put(name, readFrom(window, name))
  }
  put('window', globalThis)
  // As on a home network, by http.
  put('isSecureContext', false)
  const style = window.document.createElement('style')
  style.textContent = STYLES
  window.document.head.append(style)
  letCopy(window.document)
  goLater(window.history)
  focusMissing(window.document)
  return window
}

/** As in a browser, a step through the history is taken once the code that asks for it has ended. */
function goLater(history: Window['history']): void {
  const { back, forward, go } = history
  Object.assign(history, {
    back: () => void setTimeout(() => back.call(history)),
    forward: () => void setTimeout(() => forward.call(history)),
    go: (steps: number) => void setTimeout(() => go.call(history, steps)),
  })
}

/** Lets a page copy the text that it has selected, as it does where pages have no `navigator.clipboard`. */
function letCopy(document: Window['document']): void {
  let selected = ''
  document.addEventListener('select', ({ target }) => {
    const { value, selectionStart, selectionEnd } = target as unknown as HTMLTextAreaElement
    selected = value.slice(selectionStart, selectionEnd)
  })
  Object.assign(document, {
    execCommand: (command: string): boolean => {
      if (command !== 'copy') return false
      void navigator.clipboard.writeText(selected)
      return true
    },
  })
}

/** As in a browser, focuses the first invalid field of a form that is not sent because of it. */
function focusMissing(document: Window['document']): void {
  const lead = ({ target }: { target: unknown }) => {
    const field = target as HTMLInputElement
    const fields = [...(field.form?.elements ?? [])] as HTMLInputElement[]
    if (fields.find(({ validity }) => validity?.valid === false) === field) field.focus()
  }
  document.addEventListener('invalid', lead, { capture: true })
}

const put = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

/** The names of a window's properties, its own and inherited ones. */
function namesOf(window: Window): Set<string> {
  const names = new Set<string>()
  for (let one: object = window; one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one)) names.add(name)
  }
  return names
}

function readFrom(window: Window, name: string): unknown {
  const value: unknown = Reflect.get(window, name)
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name)
  return isMethod ? value.bind(window) : value
}

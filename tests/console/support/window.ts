import { Window } from 'happy-dom'

/** Node has these too, but a page's must be happy-dom's: they go through its document, or hold what it keeps. */
const ALSO_IN_NODE = [
  'Event',
  'CustomEvent',
  'Navigator',
  'navigator',
  'Storage',
  'localStorage',
  'sessionStorage',
]

const NODES = new Set(Object.getOwnPropertyNames(globalThis))

/** The classes with which the stylesheet hides things at the width of a desktop; others hide nothing here. */
const STYLES = `
.hidden, .md\\:hidden, .lg\\:hidden, .\\@min-\\[26rem\\]\\:hidden, .\\@min-\\[38rem\\]\\:hidden, .empty\\:hidden:empty { display: none }
.sm\\:inline-grid, .lg\\:block, .\\@min-\\[26rem\\]\\:inline, .\\@min-\\[38rem\\]\\:inline-flex { display: block }`

/**
 * Nothing is laid out here, but a list that draws only what is in sight needs to know how much that is: it is 600
 * pixels high, each of its rows 30, and what it scrolls as high as the list itself says.
 */
const SIZES = {
  offsetWidth: () => 800,
  clientWidth: () => 800,
  offsetHeight: (element: HTMLElement) => (element.matches('li') ? 30 : 600),
  clientHeight: (element: HTMLElement) => (element.matches('li') ? 30 : 600),
  scrollHeight: ({ firstElementChild: held }: HTMLElement) =>
    Math.max(600, Number.parseFloat((held as HTMLElement | null)?.style?.height ?? '') || 0),
}

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
  for (const [name, measure] of Object.entries(SIZES)) {
    Object.defineProperty(window.HTMLElement.prototype, name, {
      get() {
        return measure(this)
      },
    })
  }
  const style = window.document.createElement('style')
  style.textContent = STYLES
  window.document.head.append(style)
  return window
}

const put = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

/** All that a window has, by itself and from what it is made of. */
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

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

/** The server in this process makes events by the global class, which is the page's, for targets that are Node's. */
const NodesEvent = Event
const { dispatchEvent } = EventTarget.prototype
EventTarget.prototype.dispatchEvent = function (event) {
  const { type } = event
  return dispatchEvent.call(this, event instanceof NodesEvent ? event : new NodesEvent(type))
}

const NODES = new Set(Object.getOwnPropertyNames(globalThis))

/** The classes with which the stylesheet hides things at the width of a desktop; others hide nothing here. */
const STYLES = `
.hidden, .md\\:hidden, .lg\\:hidden, .\\@min-\\[26rem\\]\\:hidden, .\\@min-\\[38rem\\]\\:hidden { display: none }
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
      // A second window has the same prototype.
      configurable: true,
    })
  }
  const style = window.document.createElement('style')
  style.textContent = STYLES
  window.document.head.append(style)
  letCopy(window.document)
  return window
}

/** Where `navigator.clipboard` is none for pages, they select a text and have it copied. */
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

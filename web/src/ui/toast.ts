/** What has just happened, in one line, and optional details. */
export interface ToastMessage {
  /** `warn`: done in part. */
  kind: 'ok' | 'warn' | 'bad'
  text: string
  more?: string | undefined
  /** Takes back what was done. */
  undo?: (() => void) | undefined
}

const waiting: ToastMessage[] = []
let showWaiting = () => {}
const wait = (message: ToastMessage): void => {
  waiting.push(message)
  showWaiting()
}
let show = wait

/** Says that something was done, and offers to take it back where `undo` can. */
export function toastDone(text: string, undo?: () => void): void {
  show({ kind: 'ok', text, undo })
}

/** Says that only a part of something was done. */
export function toastPartly(text: string): void {
  show({ kind: 'warn', text })
}

/** Says that something failed and, where there is more to say, what to do next. */
export function toastFailed(text: string, more?: string): void {
  show({ kind: 'bad', text, more })
}

/**
 * Passes messages to what shows them, starting with those that waited for it.
 *
 * @returns a function that ends that
 */
export function showToastsBy(listener: (message: ToastMessage) => void): () => void {
  show = listener
  waiting.splice(0).forEach(listener)
  return () => {
    show = wait
  }
}

/**
 * Takes messages for a new page until it is left. Later ones are dropped: what the page has begun may end after it,
 * and would be reported on the next page.
 *
 * @returns a function that ends that; call it after the end of `showToastsBy`
 */
export function takeToasts(): () => void {
  show = wait
  return () => {
    waiting.length = 0
    show = () => {}
  }
}

/** Calls `listener` when a message waits for `showToastsBy`; at once, if one already waits. */
export function onToastWaiting(listener: () => void): () => void {
  showWaiting = listener
  if (waiting.length > 0) listener()
  return () => {
    showWaiting = () => {}
  }
}

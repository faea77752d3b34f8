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
let show = (message: ToastMessage): void => void waiting.push(message)

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

/** Passes messages to where they appear, starting with those that came before it was there. */
export function showToastsBy(listener: (message: ToastMessage) => void): () => void {
  show = listener
  waiting.splice(0).forEach(listener)
  return () => {
    show = (message) => void waiting.push(message)
  }
}

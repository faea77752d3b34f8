/** What has just happened, in one line, and optional details. */
export interface ToastMessage {
  kind: 'ok' | 'bad'
  text: string
  more?: string | undefined
}

const waiting: ToastMessage[] = []
let show = (message: ToastMessage): void => void waiting.push(message)

/** Says that something was done. */
export function toastDone(text: string): void {
  show({ kind: 'ok', text })
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

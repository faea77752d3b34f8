/** What has just happened, in a line, and what there is to add. */
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

/** Says that something failed and, where there is more to say, what to do. */
export function toastFailed(text: string, more?: string): void {
  show({ kind: 'bad', text, more })
}

/** Hands messages on to where they appear, first those that came before it was there. */
export function showToastsBy(listener: (message: ToastMessage) => void): () => void {
  show = listener
  waiting.splice(0).forEach(listener)
  return () => {
    show = (message) => void waiting.push(message)
  }
}

import { expect, it } from 'vitest'
import { showToastsBy, type ToastMessage, takeToasts, toastDone } from './toast.ts'

it('shows the messages that came before the page could show any, and none of an earlier page', () => {
  toastDone('of an earlier page')
  takeToasts()()
  const drop = takeToasts()
  toastDone('begun here')
  const shown: ToastMessage[] = []
  const hide = showToastsBy((message) => shown.push(message))
  hide()
  toastDone('begun here, and waiting')
  drop()
  toastDone('ended after the page was left')
  takeToasts()
  showToastsBy((message) => shown.push(message))
  toastDone('begun on the next page')
  expect(shown.map(({ text }) => text)).toEqual(['begun here', 'begun on the next page'])
})

import { expect, it } from 'vitest'
import { showToastsBy, type ToastMessage, takeToasts, toastDone } from './toast.ts'

it('tells on a page what was said before it could show it, and nothing that a page before it has begun', () => {
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

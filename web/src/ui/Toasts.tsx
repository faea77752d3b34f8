import { Toast } from '@base-ui/react/toast'
import type { BaseUIEvent } from '@base-ui/react/types'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect } from 'react'
import { common } from '../../../server/contract/texts/common.ts'
import { cx } from './cx.ts'
import { StateIcon } from './StateIcon.tsx'
import { showToastsBy } from './toast.ts'
import { UpdateNotice } from './UpdateNotice.tsx'

const manager = Toast.createToastManager()

/**
 * Where toasts and the update notice appear: once per page. Loaded alongside the first screen, which
 * needs neither.
 */
export default function Toasts() {
  // Only once the provider inside listens to the manager.
  useEffect(
    () =>
      showToastsBy(({ kind, text, more }) => {
        // Failures stay longer: there is something to read and to do.
        const timeout = kind === 'bad' ? 10_000 : 5_000
        manager.add({ title: text, description: more, type: kind, timeout })
      }),
    [],
  )
  return (
    <>
      <UpdateNotice />
      <Toast.Provider toastManager={manager} limit={3}>
        <Toast.Portal>
          <ToastList />
        </Toast.Portal>
      </Toast.Provider>
    </>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()

  // The pointer may rest where the toast covers the next button: only toasts that must be read wait for
  // it to leave.
  function onHover(event: BaseUIEvent<MouseEvent<HTMLDivElement>>) {
    if (!toasts.some((toast) => toast.type === 'bad')) event.preventBaseUIHandler()
  }

  return (
    // At the top on a phone, because the next button is at the bottom.
    <Toast.Viewport
      onMouseEnter={onHover}
      onMouseMove={onHover}
      className="fixed right-0 bottom-0 z-50 flex w-full max-w-96 flex-col gap-2 p-3 max-sm:top-0 max-sm:bottom-auto"
    >
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </Toast.Viewport>
  )
}

function ShownToast({ toast }: { toast: Toast.Root.ToastObject }) {
  const failed = toast.type === 'bad'
  return (
    <Toast.Root
      toast={toast}
      className={cx(
        'rounded-md border border-line bg-surface shadow-float transition-opacity',
        'data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 data-[limited]:hidden',
      )}
    >
      <Toast.Content className="flex items-start gap-2.5 px-3.5 py-3">
        <span className="mt-0.5">
          <StateIcon state={failed ? 'bad' : 'ok'} word={failed ? common.failed : common.done} />
        </span>
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-sm text-ink-2" />
        </div>
        <Toast.Close aria-label={common.close} className="rounded-sm text-ink-3 hover:text-ink">
          <X size={16} strokeWidth={1.8} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  )
}

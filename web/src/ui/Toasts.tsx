import { Toast } from '@base-ui/react/toast'
import type { BaseUIEvent } from '@base-ui/react/types'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect } from 'react'
import { common } from '../texts/texts.ts'
import { cx } from './cx.ts'
import { StateIcon } from './StateIcon.tsx'
import { showToastsBy, type ToastMessage } from './toast.ts'

const manager = Toast.createToastManager()

/** The toasts of a page. Mounted once. */
export default function Toasts() {
  // In an effect, because the provider inside must listen to the manager first.
  useEffect(
    () =>
      showToastsBy(({ kind, text, more, undo }) => {
        // Failures stay longer: there is something to read and to do.
        const timeout = kind === 'bad' || undo ? 10_000 : 5_000
        const id = manager.add({
          title: text,
          description: more,
          type: kind,
          timeout,
          ...(undo && {
            actionProps: {
              children: common.undo,
              onClick: () => {
                manager.close(id)
                undo()
              },
            },
          }),
        })
      }),
    [],
  )
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <ToastList />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()

  // The pointer may rest where a toast covers the next button. Only failures, which must be read, stay until it
  // leaves.
  function onHover(event: BaseUIEvent<MouseEvent<HTMLDivElement>>) {
    if (!toasts.some((toast) => toast.type === 'bad')) event.preventBaseUIHandler()
  }

  return (
    <Toast.Viewport
      aria-label={common.toasts}
      onMouseEnter={onHover}
      onMouseMove={onHover}
      className="pointer-events-none fixed right-0 bottom-[calc(var(--bottom-bar)+4.75rem)] max-sm:bottom-[calc(var(--bottom-bar)+6rem)] z-50 flex w-full max-w-96 flex-col gap-2 p-3"
    >
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </Toast.Viewport>
  )
}

const STATES = {
  ok: { state: 'ok', word: common.done },
  warn: { state: 'warn', word: common.partly },
  bad: { state: 'bad', word: common.failed },
} as const

function ShownToast({ toast }: { toast: Toast.Root.ToastObject }) {
  const state = STATES[toast.type as ToastMessage['kind']]
  return (
    <Toast.Root
      toast={toast}
      className={cx(
        'pointer-events-auto rounded-md border border-line bg-surface shadow-float transition-opacity',
        'data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 data-[limited]:hidden',
      )}
    >
      <Toast.Content className="flex items-start gap-2.5 px-3.5 py-3">
        <span className="mt-0.5">
          <StateIcon {...state} />
        </span>
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-sm text-ink-2" />
          <Toast.Action className="mt-1 min-h-8 rounded-md border border-edge px-3 font-medium hover:bg-sunken" />
        </div>
        <Toast.Close aria-label={common.close} className="rounded-sm text-ink-3 hover:text-ink">
          <X size={16} strokeWidth={1.8} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  )
}

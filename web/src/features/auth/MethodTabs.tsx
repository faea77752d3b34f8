import type { KeyboardEvent } from 'react'
import { page } from '../../../../server/contract/messages.ts'
import type { Method } from './LoginCard.tsx'

/** In the order in which they are shown, whatever order the server has. */
const ORDER: readonly Method[] = ['basic-auth', 'api-key']

export interface MethodTabsProps {
  methods: readonly Method[]
  method: Method
  onChoose(method: Method): void
}

/** One tab stop; the arrow keys choose. */
export function MethodTabs({ methods, method, onChoose }: MethodTabsProps) {
  const shown = ORDER.filter((each) => methods.includes(each))

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = shown.find((each) => each !== method)
    if (next === undefined) return
    onChoose(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-method="${next}"]`)?.focus()
  }

  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={page.signIn.methodsLabel}
      onKeyDown={onKeyDown}
    >
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          data-method={each}
          aria-selected={each === method}
          tabIndex={each === method ? 0 : -1}
          onClick={() => onChoose(each)}
        >
          {page.signIn.methods[each]}
        </button>
      ))}
    </div>
  )
}

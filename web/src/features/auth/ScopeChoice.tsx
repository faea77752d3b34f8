import { useId } from 'react'
import type { Scope } from '../../../../server/contract/auth.ts'
import { access } from '../../../../server/contract/texts/access.ts'

const texts = access.newKey

export interface ScopeChoiceProps {
  scope: Scope
  onChange(scope: Scope): void
}

/** What an API key may do, each scope in words. */
export function ScopeChoice({ scope, onChange }: ScopeChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium">{texts.scope}</legend>
      {SCOPES.map((value) => (
        <label
          key={value}
          className="flex gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-ice has-checked:bg-ice-soft"
        >
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === scope}
            onChange={() => onChange(value)}
            aria-describedby={`${id}-${value}`}
            className="mt-0.5 size-4 shrink-0 accent-ice"
          />
          <span className="min-w-0">
            <span className="font-medium">{texts.scopes[value][0]}</span>
            <span id={`${id}-${value}`} className="block text-sm text-ink-2">
              {texts.scopes[value][1]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const SCOPES = Object.keys(texts.scopes) as Scope[]

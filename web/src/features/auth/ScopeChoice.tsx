import type { Scope } from '#contract/scopes.ts'
import { access } from '../../texts/texts.ts'
import { Choices } from '../../ui/Choices.tsx'

const texts = access.newKey

export interface ScopeChoiceProps {
  scope: Scope
  onChange(scope: Scope): void
}

/** What an API key may do, each scope in words. */
export function ScopeChoice({ scope, onChange }: ScopeChoiceProps) {
  return <Choices legend={texts.scope} choices={SCOPES} value={scope} onChange={onChange} />
}

const SCOPES = (Object.keys(texts.scopes) as Scope[]).map((value) => {
  const [title, text] = texts.scopes[value]
  return { value, title, text }
})

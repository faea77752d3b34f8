import { useState } from 'react'
import type { ApiKeyView } from '#contract/auth.ts'
import { reaches } from '#contract/scopes.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { ago } from '../../lib/time.ts'
import { access, rules, account as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

const RulesDialog = lazyPart(() => import('../rules/RulesDialog.tsx'))

export interface ApiKeyRowProps {
  apiKey: ApiKeyView
  /** It is the only login. */
  isOnly: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** One API key. */
export function ApiKeyRow({ apiKey, isOnly, now }: ApiKeyRowProps) {
  const { name, scope, createdAt, lastUsedAt, revocable } = apiKey
  const [asking, setAsking] = useState(false)
  const [ruling, setRuling] = useState(false)
  const [scopeName, scopeWords] = access.newKey.scopes[scope]
  const when = (date: string | undefined) => (date === undefined ? null : ago(date, now))
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium">{name}</span>
          <Chip>{scopeName}</Chip>
        </p>
        <p className="text-sm text-ink-2">{scopeWords}</p>
        <p className="text-xs text-ink-3">{texts.keyTimes(when(createdAt), when(lastUsedAt))}</p>
        {!revocable && <p className="text-xs text-ink-3">{texts.fromEnvironment}</p>}
      </div>
      {reaches(scope, 'sign') && (
        <Button aria-label={rules.of(name)} onClick={() => setRuling(true)}>
          {rules.title}
        </Button>
      )}
      {revocable && (
        <Button aria-label={texts.revokeKey(name)} onClick={() => setAsking(true)}>
          {texts.revoke}
        </Button>
      )}
      {ruling && (
        <PartFrame>
          <RulesDialog
            caller={{ door: 'program', id: apiKey.id }}
            name={name}
            onClose={() => setRuling(false)}
          />
        </PartFrame>
      )}
      <RevokeDialog
        apiKey={apiKey}
        isOnly={isOnly}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}

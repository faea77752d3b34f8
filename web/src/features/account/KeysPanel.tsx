import { useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { account as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ApiKeyRow } from './ApiKeyRow.tsx'
import { useApiKeys } from './get-api-keys.ts'
import { Loaded } from './Loaded.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'

/** The API keys: what each may do and when it was used; makes and revokes them. */
export function KeysPanel() {
  const query = useApiKeys()
  const now = useNow()
  const [making, setMaking] = useState(false)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">{texts.keysLead}</p>
        <Button onClick={() => setMaking(true)}>{texts.makeKey}</Button>
      </div>
      <Loaded query={query} placeholder={<Skeleton className="h-14.5" />}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p className="rounded-md border border-line px-3.5 py-4.5 text-ink-3">{texts.noKeys}</p>
          ) : (
            <ul className="divide-y divide-line rounded-md border border-line">
              {keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} isOnly={keys.length === 1} now={now} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewKeyDialog open={making} onClose={() => setMaking(false)} />
    </>
  )
}

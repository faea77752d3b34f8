import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKeyCreated, ApiKeyList, ApiKeyView } from '#contract/auth.ts'
import { reaches } from '#contract/scopes.ts'
import { deleteIfThere, get } from '../../lib/api-client.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { ago } from '../../lib/time.ts'
import { account, common, rules } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Note } from '../../ui/Note.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { Markable, Settings } from '../../ui/Setting.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { authStatusQuery } from '../auth/access.ts'
import { NewKeyForm, NewKeyShown } from '../auth/NewKeyForm.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { OutLink } from './OutLink.tsx'

/** What programs sign in with, and what they can call. */
export default function KeysSection() {
  return (
    <Settings>
      <Markable name="apiKeys">
        <KeysPanel />
      </Markable>
      <Markable name="api">
        <OutLink href="./api/docs">{account.apiDescription}</OutLink>
      </Markable>
    </Settings>
  )
}

/** The API keys: what each may do and when it was used; makes and revokes them. */
function KeysPanel() {
  const query = useApiKeys()
  const now = useServerNow()
  const [making, setMaking] = useState(false)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">{account.keysLead}</p>
        <Button onClick={() => setMaking(true)}>{account.makeKey}</Button>
      </div>
      <Loaded query={query} placeholder={<Skeleton className="h-14.5" />}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p className="rounded-md border border-line px-3.5 py-4.5 text-ink-3">
              {account.noKeys}
            </p>
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

const RulesDialog = lazyPart(() => import('../policy/RulesDialog.tsx'))

interface ApiKeyRowProps {
  apiKey: ApiKeyView
  /** It is the only login. */
  isOnly: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** One API key. */
function ApiKeyRow({ apiKey, isOnly, now }: ApiKeyRowProps) {
  const { name, scope, createdAt, lastUsedAt, revocable } = apiKey
  const [asking, setAsking] = useState(false)
  const [ruling, setRuling] = useState(false)
  const [scopeName, scopeWords] = account.newKey.scopes[scope]
  const when = (date: string | undefined) => (date === undefined ? null : ago(date, now))
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium">{name}</span>
          <Chip>{scopeName}</Chip>
        </p>
        <p className="text-sm text-ink-2">{scopeWords}</p>
        <p className="text-sm text-ink-3">{account.keyTimes(when(createdAt), when(lastUsedAt))}</p>
        {!revocable && <p className="text-sm text-ink-3">{account.fromEnvironment}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {reaches(scope, 'sign') && (
          <Button aria-label={rules.of(name)} onClick={() => setRuling(true)}>
            {rules.title}
          </Button>
        )}
        {revocable && (
          <Button aria-label={account.revokeKey(name)} onClick={() => setAsking(true)}>
            {account.revoke}
          </Button>
        )}
      </div>
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

interface NewKeyDialogProps {
  open: boolean
  onClose(): void
}

/** Makes an API key and shows it until somebody confirms that they have kept it. */
function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<ApiKeyCreated | null>(null)

  return (
    <Dialog
      open={open}
      title={made === null ? account.makeKey : account.newKey.keepTitle}
      // Kept until the dialog is out of sight: the form would show through while it fades.
      onClosed={() => setMade(null)}
      {...(made === null && { onClose })}
    >
      {made === null ? (
        <NewKeyForm onMade={setMade} />
      ) : (
        <NewKeyShown made={made} onKept={onClose} />
      )}
    </Dialog>
  )
}

interface RevokeDialogProps {
  apiKey: ApiKeyView
  /** It is the only login. */
  isOnly: boolean
  open: boolean
  onClose(): void
}

/** Asks before a key is revoked, and says when it is the last way in. */
function RevokeDialog({ apiKey, isOnly, open, onClose }: RevokeDialogProps) {
  const status = useQuery(authStatusQuery)
  const revoke = useRevokeApiKey()
  const isLastLogin = isOnly && status.data?.methods.includes('basic-auth') === false
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={account.revokeTitle(apiKey.name)}
      description={account.revokeLead}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind="danger"
            busy={revoke.isPending}
            onClick={() => revoke.mutate(apiKey, { onSettled: onClose })}
          >
            {revoke.isPending ? account.revoking : account.revoke}
          </Button>
        </>
      }
    >
      {isLastLogin && <Note kind="warn">{account.lastLogin}</Note>}
    </Dialog>
  )
}

/** The API keys, without their values. */
const useApiKeys = () =>
  useQuery({
    queryKey: ['auth', 'keys'],
    queryFn: ({ signal }) => get<ApiKeyList>('/api/auth/keys', signal),
  })

/** Revokes an API key; one that is already gone is fine too. */
function useRevokeApiKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ApiKeyView) => deleteIfThere(`/api/auth/keys/${encodeURIComponent(id)}`),
    onSuccess: (_, { name }) => toastDone(account.revoked(name)),
    onError: (error, { name }) => toastFailed(account.notRevoked(name), reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['auth'] }),
  })
}

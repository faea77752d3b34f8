import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { EnvAnswer } from '../../../../server/contract/env.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { shell } from '../../../../server/contract/texts/shell.ts'
import { credentials, signer as texts } from '../../../../server/contract/texts/signer.ts'
import { lazyPart, PartError } from '../../lib/load-part.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Chip, type ChipProps } from '../../ui/Chip.tsx'
import { Note } from '../../ui/Note.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { stateIcons } from '../../ui/tone.ts'
import { CredentialFieldsSkeleton, KeysetFactsSkeleton } from '../credentials/KeysetSkeleton.tsx'
import { useKeysetParts } from '../credentials/keyset-parts.ts'
import { keysetInfo } from '../credentials/pair.ts'
import { saveRecord } from '../shares/browser-records.ts'
import type { StatusQuery } from './get-status.ts'
import { signerWord } from './verdict.ts'

const FirstGenerationDialog = lazyPart(() => import('../credentials/FirstGenerationDialog.tsx'))

/** What the server's signer is, and the share that it holds. */
export function SignerCard({ env, status }: { env: EnvAnswer; status: StatusQuery }) {
  return (
    <Card title={texts.title} actions={<StateChip status={status} />}>
      <CardBody className="space-y-3.5">
        <Keyset env={env}>
          <StateLine status={status.data} />
        </Keyset>
      </CardBody>
    </Card>
  )
}

/**
 * The keyset, the state between, its credentials, and what to know of them. A sound pair is also
 * kept in this browser, for recovery (specification, section 4).
 */
function Keyset({ env, children }: { env: EnvAnswer; children: ReactNode }) {
  const { GROUP_CRED: group = '', SHARE_CRED: share = '', GROUP_NAME } = env
  const name = GROUP_NAME || shell.savedShare
  const { data: parts, error } = useKeysetParts()
  const info = useMemo(
    () => (parts === undefined ? undefined : keysetInfo(parts.decoders, { group, share })),
    [parts, group, share],
  )
  const belongTogether = Boolean(info)
  useEffect(() => {
    if (!belongTogether) return
    saveRecord({ shareCredential: share, groupCredential: group, name: GROUP_NAME })
  }, [belongTogether, share, group, GROUP_NAME])
  return (
    <>
      {parts && info ? (
        <parts.KeysetFacts name={name} info={info} />
      ) : (
        info === undefined && <KeysetFactsSkeleton />
      )}
      {children}
      {error && (
        <Note kind="bad">
          {error instanceof PartError ? shell.partFailed[error.reason] : credentials.partsMissing}
        </Note>
      )}
      {parts ? (
        <parts.CredentialFields
          decoders={parts.decoders}
          saved={{ group, share }}
          keysetName={name}
        />
      ) : (
        <CredentialFieldsSkeleton />
      )}
      <Note>{texts.startsByItself}</Note>
      {info !== null && <FirstGenerationNote />}
    </>
  )
}

function StateLine({ status }: { status: StatusAnswer | undefined }) {
  if (status === undefined) return <SkeletonLine className="w-52 max-w-full text-xs" />
  return (
    <p className="text-xs text-ink-3">{texts.line(signerWord(status.state), status.nodeActive)}</p>
  )
}

const LOOKS: Record<string, Pick<ChipProps, 'tone' | 'icon'>> = {
  [texts.states.running]: { tone: 'ok', icon: stateIcons.ok },
  [texts.states.starting]: { tone: 'warn', icon: stateIcons.wait },
  [texts.states.stopped]: { icon: stateIcons.bad },
}

/** While the server does not answer, the word is only what it said last, and shows so. */
function StateChip({ status: { data, isError } }: { status: StatusQuery }) {
  if (data === undefined) return <Skeleton className="h-5.5 w-20 rounded-full" />
  const word = signerWord(data.state)
  return <Chip {...(isError ? { icon: stateIcons.unknown } : LOOKS[word])}>{word}</Chip>
}

function FirstGenerationNote() {
  const [open, setOpen] = useState(false)
  return (
    <Note kind="warn">
      {texts.firstGeneration}{' '}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="rounded-sm font-semibold text-ink underline decoration-current/40 underline-offset-2 hover:decoration-current"
      >
        {texts.whatThisMeans}
      </button>
      {open && (
        <PartFrame>
          <FirstGenerationDialog onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </Note>
  )
}

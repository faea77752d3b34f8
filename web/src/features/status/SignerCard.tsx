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
import { useSettings } from '../protocol/get-settings.ts'
import { ProtocolFact } from '../protocol/ProtocolFact.tsx'
import { saveRecord } from '../shares/browser-records.ts'
import type { StatusQuery } from './get-status.ts'
import { signerWord } from './verdict.ts'

const FirstGenerationDialog = lazyPart(() => import('../credentials/FirstGenerationDialog.tsx'))

export interface SignerCardProps {
  env: EnvAnswer
  status: StatusQuery
  /** The owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
}

/** What the server's signer is, and the share that it holds. */
export function SignerCard({ env, status, onMove }: SignerCardProps) {
  return (
    <Card title={texts.title} actions={<StateChip status={status} />}>
      <CardBody className="space-y-3.5">
        <Keyset env={env} onMove={onMove}>
          <StateLine status={status.data} />
        </Keyset>
      </CardBody>
    </Card>
  )
}

interface KeysetProps extends Pick<SignerCardProps, 'env' | 'onMove'> {
  children: ReactNode
}

/**
 * The keyset, the state between, its credentials, and what to know of them. A sound pair is also
 * kept in this browser, for recovery (specification, section 4).
 */
function Keyset({ env, onMove, children }: KeysetProps) {
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
        <parts.KeysetFacts
          name={name}
          info={info}
          protocol={<ProtocolFact generation={info.generation} />}
        />
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
      {info?.generation !== '2026' && info !== null && <FirstGenerationNote onMove={onMove} />}
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

/** What 1.x has to do with this keyset: a warning for as long as it is answered. */
function FirstGenerationNote({ onMove }: Pick<SignerCardProps, 'onMove'>) {
  const [open, setOpen] = useState(false)
  const isRefused = useSettings().data?.firstGeneration === 'refuse'
  return (
    <Note kind={isRefused ? 'info' : 'warn'}>
      {isRefused ? texts.firstGenerationRefused : texts.firstGeneration}{' '}
      <span className="inline-flex flex-wrap gap-x-4">
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={LINK}>
          {texts.whatThisMeans}
        </button>
        <button type="button" onClick={onMove} className={LINK}>
          {texts.move}
        </button>
      </span>
      {open && (
        <PartFrame>
          <FirstGenerationDialog onClose={() => setOpen(false)} onMove={onMove} />
        </PartFrame>
      )}
    </Note>
  )
}

const LINK =
  'rounded-sm font-semibold text-ink underline decoration-current/40 underline-offset-2 hover:decoration-current'

import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { credentials, shell, stop, signer as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Chip, type ChipProps } from '../../ui/Chip.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { stateIcons } from '../../ui/tone.ts'
import { KeysetFacts } from '../credentials/KeysetFacts.tsx'
import { SavedCredentials } from '../credentials/SavedCredentials.tsx'
import { V1Note } from '../credentials/V1Note.tsx'
import { ProtocolFact } from '../protocol/ProtocolFact.tsx'
import type { StatusQuery } from './get-status.ts'
import { signerWord } from './health.ts'

export interface SignerCardProps {
  saved: CredentialsAnswer
  status: StatusQuery
  /** Called when the owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
}

/**
 * The state of the server's signer, and which share it holds; the share itself only when asked for.
 */
export function SignerCard({ saved, status, onMove }: SignerCardProps) {
  const { keyset, name = '' } = saved
  const keysetName = name || shell.savedShare
  return (
    <Card title={texts.title} actions={<StateChip status={status} />}>
      <CardBody className="space-y-3.5">
        {keyset && (
          <KeysetFacts
            name={keysetName}
            info={keyset}
            protocol={<ProtocolFact generation={keyset.generation} />}
          />
        )}
        <StateLine status={status.data} />
        {saved.configured ? (
          <>
            <SavedCredentials keysetName={keysetName} />
            <Note>{texts.startsByItself}</Note>
          </>
        ) : (
          <Note>{credentials.removed}</Note>
        )}
        {keyset?.generation === '1.x' && <V1Note onMove={onMove} />}
      </CardBody>
    </Card>
  )
}

function StateLine({ status }: { status: StatusAnswer | undefined }) {
  if (status === undefined) return <SkeletonLine className="w-52 max-w-full text-xs" />
  return <p className="text-xs text-ink-3">{texts.line(signerWord(status), status.nodeActive)}</p>
}

const LOOKS: Record<string, Pick<ChipProps, 'tone' | 'icon'>> = {
  [texts.states.running]: { tone: 'ok', icon: stateIcons.ok },
  [texts.states.starting]: { tone: 'warn', icon: stateIcons.wait },
  [stop.stopped]: { tone: 'bad', icon: stateIcons.bad },
  [texts.states.stopped]: { icon: stateIcons.bad },
}

/** While the server does not answer, this is its last word, and is shown as such. */
function StateChip({ status: { data, isError } }: { status: StatusQuery }) {
  if (data === undefined) return <Skeleton className="h-5.5 w-20 rounded-full" />
  const word = signerWord(data)
  return <Chip {...(isError ? { icon: stateIcons.unknown } : LOOKS[word])}>{word}</Chip>
}

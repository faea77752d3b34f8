import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CredentialsAnswer, KeysetOutline } from '#contract/credentials.ts'
import type { Peer } from '#contract/peers.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { credentials, generations, shell, stop, signer as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Chip, type ChipProps } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { stateIcons } from '../../ui/tone.ts'
import { type StatusQuery, statusQuery } from '../home/get-status.ts'
import { signerWord } from '../home/health.ts'
import { useIsFresh } from '../home/is-fresh.ts'
import { usePlaces } from '../home/places.ts'
import { SavedCredentials } from '../setup/credentials/SavedCredentials.tsx'
import { V1Note } from '../setup/credentials/V1Note.tsx'
import { peersQuery } from './peers.ts'
import { useSettings } from './protocol-settings.ts'
import { protocolLine, wordsFor } from './protocols.ts'

export interface SignerCardProps {
  saved: CredentialsAnswer
  status: StatusQuery
}

/**
 * The state of the server's signer, and which share it holds; the share itself only when asked for.
 */
export function SignerCard({ saved, status }: SignerCardProps) {
  const { keyset, name = '' } = saved
  const keysetName = name || shell.savedShare
  return (
    <Card title={texts.title}>
      <CardBody className="space-y-3.5">
        <StateLine status={status} />
        {keyset && <KeysetFacts name={keysetName} info={keyset} />}
        {saved.configured ? (
          <>
            <SavedCredentials keysetName={keysetName} />
            <Note>{texts.startsByItself}</Note>
          </>
        ) : (
          <Note>{credentials.removed}</Note>
        )}
        {keyset?.generation === '1.x' && <V1Note />}
      </CardBody>
    </Card>
  )
}

const LOOKS: Record<string, Pick<ChipProps, 'tone' | 'icon'>> = {
  [texts.states.running]: { tone: 'ok', icon: stateIcons.ok },
  [texts.states.starting]: { tone: 'warn', icon: stateIcons.wait },
  [stop.stopped]: { tone: 'bad', icon: stateIcons.bad },
  [texts.states.stopped]: { icon: stateIcons.bad },
}

/**
 * The signer's state, in the two words of the specification. While the server does not answer, its last state is shown
 * as out of date.
 */
function StateLine({ status }: { status: StatusQuery }) {
  const { data } = status
  const isFresh = useIsFresh(status)
  if (data === undefined) return <Skeleton className="h-5.5 w-64 max-w-full rounded-full" />
  const word = signerWord(data)
  return (
    <p>
      <Chip {...(isFresh ? LOOKS[word] : { icon: stateIcons.unknown })}>{texts.server(word)}</Chip>{' '}
      <span className="text-sm text-ink-3">{texts.node(data.nodeActive)}</span>
    </p>
  )
}

/** Which share of which keyset this signer holds. */
function KeysetFacts({ name, info }: { name: string; info: KeysetOutline }) {
  return (
    <dl className="grid gap-y-1">
      <Fact name={texts.keyset}>
        <span className="font-semibold">{name}</span>
      </Fact>
      <Fact name={texts.index}>{info.index}</Fact>
      <Fact name={texts.threshold}>
        {info.threshold}/{info.members}
      </Fact>
      <Fact name={texts.pubkey} help={<HelpTip subject={texts.pubkey} text={texts.pubkeyHelp} />}>
        <span className="font-mono text-mono tracking-tight max-sm:tracking-tighter">
          {shortKey(info.pubkey)}
        </span>
      </Fact>
      <Fact name={generations.protocol}>
        <ProtocolFact generation={info.generation} />
      </Fact>
    </dl>
  )
}

function Fact({ name, help, children }: { name: string; help?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-baseline">
      <dt className="flex w-22 items-center max-sm:w-20 gap-0.5 text-ink-3">
        {name}
        {help}
      </dt>
      <dd className="min-w-[min(100%,12rem)] flex-1">{children}</dd>
    </div>
  )
}

interface ProtocolFactProps {
  /** The oldest protocol that the signer's credentials support. */
  generation: ProtocolName
}

/** Which protocols this signer answers, and which ones its peers use. */
function ProtocolFact({ generation }: ProtocolFactProps) {
  const { data: settings, isError } = useSettings()
  // Only reads: the peer list fetches them, while there is a signer that hears any.
  const { data: list } = useQuery({ ...peersQuery, enabled: false })
  const { data: status } = useQuery(statusQuery)
  const { onSettings } = usePlaces()
  const mode = generation === '2026' ? 'refuse' : settings?.firstGeneration
  const words =
    mode === undefined
      ? generations[isError ? 'unknown' : 'loading']
      : wordsFor(generation, mode, status?.generations ?? [])
  return (
    <>
      <span>{words}</span>{' '}
      <button
        type="button"
        aria-label={generations.changeLabel}
        onClick={() => onSettings('protocol')}
        className="touch ml-1 rounded-sm text-ink-2 underline decoration-current/40 underline-offset-2 hover:text-ink"
      >
        {generations.change}
      </button>
      <ProtocolLine peers={list?.peers} isRefused={settings?.firstGeneration === 'refuse'} />
    </>
  )
}

interface ProtocolLineProps {
  /** undefined while nobody reads them; the line keeps its place. */
  peers: readonly Pick<Peer, 'generations'>[] | undefined
  isRefused: boolean
}

/** A line on what the peers speak; on a phone it may take two. */
function ProtocolLine({ peers, isRefused }: ProtocolLineProps) {
  const line = peers && protocolLine(peers, isRefused)
  return (
    <span
      className={cx(
        'flex min-h-[1lh] items-start gap-1 text-sm max-sm:min-h-[2lh]',
        line?.isOlder ? 'text-warn' : 'text-ink-3',
      )}
    >
      {line?.isOlder && (
        <TriangleAlert size={13} strokeWidth={1.8} aria-hidden className="mt-0.5 shrink-0" />
      )}
      {line?.text}
    </span>
  )
}

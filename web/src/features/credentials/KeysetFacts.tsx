import type { ReactNode } from 'react'
import type { KeysetOutline } from '#contract/credentials.ts'
import { generations, signer as texts } from '../../texts/texts.ts'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { shortKey } from '../../ui/short-key.ts'

export interface KeysetFactsProps {
  name: string
  info: KeysetOutline
  /** Which generations of the protocol are spoken. */
  protocol: ReactNode
}

/** Which share of which keyset this signer holds. */
export function KeysetFacts({ name, info, protocol }: KeysetFactsProps) {
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
        <span className="font-mono text-mono tracking-tight">{shortKey(info.pubkey)}</span>
      </Fact>
      <Fact name={generations.protocol}>{protocol}</Fact>
    </dl>
  )
}

function Fact({ name, help, children }: { name: string; help?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-baseline">
      <dt className="flex w-22 items-center gap-0.5 text-ink-3">
        {name}
        {help}
      </dt>
      <dd className="min-w-[min(100%,12rem)] flex-1">{children}</dd>
    </div>
  )
}

import { ChevronRight, KeyRound, Smartphone } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { describeKind } from '#contract/describe-kind.ts'
import type { CallerKind } from '#contract/rules.ts'
import { dayAndTime, describeDuration, hourAndMinute } from '../../lib/time.ts'
import { generations, kinds as kindTexts, activity as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { shortKey } from '../../ui/short-key.ts'
import { stateIcons } from '../../ui/tone.ts'
import { usePlaces } from '../home/places.ts'
import { protocolOf } from '../signer/event-view.ts'
import { countOf, kindsOf, type Use } from './describe-use.ts'
import type { ActivityRowData } from './rows.ts'

export interface ActivityRowProps {
  row: ActivityRowData
  use: Use
}

const SHAPE =
  'grid grid-cols-[2.6rem_minmax(0,1fr)_auto_14px] items-center gap-x-2.5 gap-y-1 px-3.5 py-2.5 ' +
  'sm:grid-cols-[2.6rem_1.625rem_minmax(0,1fr)_auto_14px]'

/**
 * One use of the key: when, who, what was done, for whom and with whom, and how long it took or how it ended.
 * All that is known of it opens below.
 */
export function ActivityRow({ row, use }: ActivityRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { deed, who, door, key, more, word, tone } = use
  const { at, detail } = row.entry
  const times = typeof detail['times'] === 'number' ? detail['times'] : 0
  const words = [...more, ...(times > 0 ? [texts.times(times)] : [])].join(' · ')
  const line = (
    <>
      <time dateTime={at} title={dayAndTime(at)} className="text-sm text-ink-3 tabular-nums">
        {hourAndMinute(new Date(at))}
      </time>
      <span className="hidden sm:inline-grid">
        <Asker door={door} name={who} />
      </span>
      <span className="min-w-0 wrap-break-word">
        {deed}{' '}
        <span title={key} className="text-sm text-ink-3">
          {words}
        </span>
      </span>
      {tone !== 'ok' ? (
        <span className="col-start-2 row-start-2 justify-self-start sm:col-start-4 sm:row-start-1">
          <Chip tone={tone} icon={stateIcons[tone]}>
            {word}
          </Chip>
        </span>
      ) : (
        <span className="text-sm text-ink-3 tabular-nums">
          {row.took === undefined ? null : describeDuration(row.took)}
        </span>
      )}
      <ChevronRight
        size={14}
        strokeWidth={1.8}
        aria-hidden
        className="-col-start-2 row-start-1 text-ink-3 transition-transform group-open:rotate-90"
      />
    </>
  )
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={cx(SHAPE, 'list-none hover:bg-sunken')}>{line}</summary>
        {isOpen && <UseFacts row={row} use={use} />}
      </details>
    </li>
  )
}

/** Ids that a row shows. */
const IDS_SHOWN = 5

/** All that is known of a use: what it was, who asked, what decided, and who took part. */
function UseFacts({ row, use }: Pick<ActivityRowProps, 'row' | 'use'>) {
  const { onApp, onDevice } = usePlaces()
  const { action, actor, at, detail } = row.entry
  const { door, who, why, devices } = use
  const hashes = Array.isArray(detail['hashes']) ? detail['hashes'] : [detail['id']]
  const ids = hashes.filter((id) => typeof id === 'string')
  const kinds = [...new Set(kindsOf(detail, countOf(detail)))]
  const openAsker = door === 'app' ? onApp : onDevice
  const isAsker = door === 'peer' && devices.length === 0
  const facts: [name: string, value: ReactNode][] = [
    [texts.facts.at, dayAndTime(at)],
    ...ids.slice(0, IDS_SHOWN).map((id, index): [string, ReactNode] => [
      index === 0 ? texts.facts.id(ids.length) : '',
      <span key={id} className="inline-flex min-w-0 items-center gap-1">
        <span title={id} className="min-w-0 truncate font-mono text-mono">
          {shortKey(id)}
        </span>
        <CopyButton text={id} what={texts.facts.id(1)} small />
      </span>,
    ]),
    [texts.facts.kind, kinds.map(nameKind).join(', ')],
    [texts.facts.text, ON_TEXTS.has(action) ? texts.facts.noText : ''],
    [
      texts.facts.asked,
      door === 'app' || door === 'peer' ? (
        <Button
          key={actor}
          kind="quiet"
          className="-my-1 -ml-3.25"
          onClick={() => openAsker(actor)}
        >
          {who}
        </Button>
      ) : (
        who
      ),
    ],
    [texts.facts.by, why],
    [
      texts.facts.devices,
      action === 'sign' || action === 'signature.given'
        ? [texts.facts.here, ...(isAsker ? [who] : devices)].join(', ')
        : '',
    ],
    [generations.protocol, protocolOf(detail) ?? ''],
    [texts.facts.took, row.took === undefined ? '' : describeDuration(row.took)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line bg-sunken px-3.5 py-3 sm:pl-[6.1rem]">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts of one entry never change places
          <Fragment key={index}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 wrap-break-word">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

/** Actions on a text, which is not kept. */
const ON_TEXTS: ReadonlySet<string> = new Set([
  ...['sign', 'signature.given', 'exchange.given', 'verdict', 'question'],
  ...['nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt'],
])

/** A kind by what it makes, and its number. */
function nameKind(kind: number): string {
  const thing = describeKind(kind, kindTexts)?.thing
  return thing === undefined ? String(kind) : `${thing} (${kind})`
}

/** An icon or a letter for who asked; the name stands beside it. */
function Asker({ door, name }: { door: CallerKind | null; name: string }) {
  const isPerson = door === 'owner'
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid size-6.5 shrink-0 place-items-center text-sm font-semibold',
        isPerson ? 'rounded-full bg-ice text-on-ice' : 'rounded-[7px] bg-ice-soft text-ice',
      )}
    >
      {door === 'peer' ? (
        <Smartphone size={15} strokeWidth={1.8} />
      ) : door === 'program' ? (
        <KeyRound size={15} strokeWidth={1.8} />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}

/** The first letter or digit; a name may begin with anything. */
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'

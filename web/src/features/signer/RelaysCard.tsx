import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import { loadPart } from '../../lib/load-part.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { milliseconds } from '../../lib/time.ts'
import { relays as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import type { StatusQuery } from '../home/get-status.ts'
import { useIsFresh } from '../home/is-fresh.ts'
import { savedQuery } from '../setup/credentials/env.ts'
import { useSaveEnv } from '../setup/credentials/env-changes.ts'
import { describeRelay, type RelayState } from './describe-relay.ts'
import type { TypedRelay } from './read-relay.ts'

export interface RelayManagerProps {
  /** The saved relays; empty: the defaults are in force. */
  saved: readonly string[]
  status: StatusQuery
}

/** The relays in force, in a frame of their own. */
export const RelaysCard = (props: RelayManagerProps) => (
  <div className="mb-4 rounded-lg border border-line bg-surface shadow-card">
    <RelayManager {...props} />
  </div>
)

/** The relays in force, each with its state as of the last status; the list can be changed. */
export function RelayManager({ saved, status }: RelayManagerProps) {
  const { data } = status
  const isFresh = useIsFresh(status)
  const relays = data?.relays ?? []
  const states = data?.relayStates ?? []
  const title = useId()
  const list = useRelayList(relays)
  const rows = useRef<HTMLUListElement>(null)

  // The pressed button goes with its row; focus stays in the list.
  async function remove(url: string) {
    if (await list.remove(url)) rows.current?.focus()
  }

  return (
    <section aria-labelledby={title}>
      <div className="flex min-h-13 flex-wrap items-center gap-x-2 border-b border-line px-4 py-2">
        <h2 id={title} className="font-semibold">
          {texts.title}
        </h2>
        <RelayCount status={status} />
      </div>
      <AddRelay relays={data?.relays} list={list} canSave={isFresh} />
      <ul
        ref={rows}
        tabIndex={-1}
        aria-label={texts.title}
        className="relative max-h-80 overflow-y-auto rounded-b-lg border-t border-line"
      >
        {data === undefined
          ? (saved.length === 0 ? DEFAULT_NODE_RELAYS : saved).map((url) => (
              <RelayRowSkeleton key={url} />
            ))
          : relays.map((url) => (
              <RelayRow
                key={url}
                url={url}
                relay={states.find((relay) => relay.url === url)}
                now={Date.parse(data.timestamp)}
                known={isFresh}
                kept={relays.length === 1 ? texts.lastOne : null}
                busy={list.busy || !isFresh}
                onRemove={() => void remove(url)}
              />
            ))}
      </ul>
      {data !== undefined && relays.length === 0 && (
        <p className="px-4 py-3 text-ink-2">{texts.none}</p>
      )}
      {saved.length === 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-ink-3">{texts.defaults}</p>
      )}
    </section>
  )
}

/** How many of the relays are heard; nothing where there are none. */
function RelayCount({ status }: { status: StatusQuery }) {
  const { data } = status
  const isFresh = useIsFresh(status)
  if (data === undefined) return <Skeleton className="h-5.5 w-16 rounded-full" />
  if (data.relayStates.length === 0) return null
  const { connected, total } = data.overview.relays
  const tone = connected === 0 ? 'bad' : connected < total ? 'warn' : 'ok'
  return <Chip tone={isFresh ? tone : 'plain'}>{texts.count(connected, total)}</Chip>
}

// What does not fit beside the address goes under it, so that large text does not break addresses.
const ROW =
  'flex flex-wrap items-center justify-end gap-3 border-t border-line px-4 py-2.5 first:border-t-0'
const ADDRESS = 'flex min-w-[min(100%,10rem)] flex-1 items-center gap-3'

interface RelayRowProps {
  url: string
  /** undefined while the signer is stopped. */
  relay: RelayState | undefined
  /** The server's time; Unix milliseconds. */
  now: number
  /** false: the server does not answer, and this is what it last said. */
  known: boolean
  /** Why it can't be removed; null when it can. */
  kept: string | null
  busy: boolean
  onRemove(): void
}

/** One relay: its state and latency, and a button to remove it. */
function RelayRow({ url, relay, now, known, kept, busy, onRemove }: RelayRowProps) {
  const { kind, text } = describeRelay(relay, now)
  const shown = known ? kind : 'unknown'
  const fixed = kept !== null || busy
  return (
    <li className={ROW}>
      <div className={ADDRESS}>
        <StateIcon state={shown} word={texts.words[shown]} />
        <div className="min-w-0">
          <p className="font-mono text-mono tracking-tight">{url}</p>
          <p className="text-sm text-pretty text-ink-3">{text}</p>
        </div>
      </div>
      <span className="font-medium whitespace-nowrap">
        {relay?.heard && relay.latencyMs !== null && milliseconds(relay.latencyMs)}
      </span>
      <IconButton
        icon={X}
        label={texts.remove(url)}
        hint={kept ?? undefined}
        // Not `disabled`: the keyboard could then not reach the reason.
        aria-disabled={fixed}
        className="-mr-1.5 aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        onClick={() => {
          if (!fixed) onRemove()
        }}
      />
    </li>
  )
}

/** A row's placeholder while the list loads. */
function RelayRowSkeleton() {
  return (
    <li className={ROW} aria-hidden>
      <div className={ADDRESS}>
        <Skeleton className="size-4 rounded-full" />
        <div className="min-w-0">
          <SkeletonLine className="w-44 max-w-full text-mono" />
          <SkeletonLine className="w-24 text-sm" />
        </div>
      </div>
      <span className="size-8" />
    </li>
  )
}

interface AddRelayProps {
  /** The server answers. */
  canSave: boolean
  /** The normalised URLs in force; undefined while unknown, so that none gets lost. */
  relays: readonly string[] | undefined
  list: RelayList
}

// Loaded later, because it brings all sentences about credentials with it.
const loadReader = () => import('./read-relay.ts')

/** Adds a relay: checked as the server does, saved at once. */
function AddRelay({ relays, list, canSave }: AddRelayProps) {
  const hosts = new Set(useQuery(savedQuery).data?.relayHosts)
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<TypedRelay | null>(null)
  const blank = text.trim() === ''
  const waiting = relays === undefined || list.busy

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (blank || waiting || !canSave) return
    try {
      const { readRelay } = await loadPart(loadReader)
      const typed = readRelay(text, relays, hosts)
      if (typed.is !== 'new') setAnswer(typed)
      if (typed.is === 'already' || (typed.is === 'new' && (await list.add(typed.url)))) setText('')
    } catch (error) {
      toastFailed(texts.saveFailed, reasonOf(error))
    }
  }

  return (
    <form className="px-4 py-3" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap items-start justify-end gap-3">
        <Field
          label={texts.addPlaceholder}
          labelHidden
          placeholder={texts.addPlaceholder}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="done"
          mono
          className="min-w-[min(100%,12rem)] flex-1"
          value={text}
          readOnly={waiting}
          onText={(next) => {
            setText(next)
            setAnswer(null)
          }}
          error={answer?.is === 'refused' ? answer.why : null}
        />
        <Button type="submit" className="min-h-9" disabled={blank || !canSave} busy={waiting}>
          {texts.add}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-3 not-empty:mt-1">
        {answer?.is === 'already' && texts.already(answer.url)}
      </p>
    </form>
  )
}

interface RelayList {
  /** While a change is being saved, the next one must wait: each saves the whole list. */
  busy: boolean
  /** @returns whether it was saved; a failure has been reported */
  add(url: string): Promise<boolean>
  remove(url: string): Promise<boolean>
}

/**
 * Changes the list of relays, each change saved at once.
 *
 * @param relays the normalised URLs in force
 */
function useRelayList(relays: readonly string[]): RelayList {
  const save = useSaveEnv()

  async function change(next: readonly string[], done: string): Promise<boolean> {
    try {
      await save.mutateAsync({ RELAYS: JSON.stringify(next) })
      toastDone(done)
      return true
    } catch (error) {
      toastFailed(texts.saveFailed, reasonOf(error))
      return false
    }
  }

  return {
    busy: save.isPending,
    add: (url) => change([...relays, url], texts.added(url)),
    remove: (url) =>
      change(
        relays.filter((one) => one !== url),
        texts.removed(url),
      ),
  }
}

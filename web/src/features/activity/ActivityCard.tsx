import { RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { activity as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { AuditPages } from './AuditPages.tsx'
import { describeUse, matches } from './describe-use.ts'
import { useActivity, useKnown } from './queries.ts'
import { rowsOf } from './rows.ts'

export interface ActivityCardProps {
  title: string
  lead?: string
  /** Shown when nothing has been asked. */
  empty: string
  /** Only what this one asked for, as entries name it. */
  actor?: string
}

/** Uses of the key, newest first, with a search among them. */
export function ActivityCard({ title, lead, empty, actor }: ActivityCardProps) {
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [search, setSearch] = useState('')
  const ofOne = actor !== undefined
  const query = useActivity(onlyProblems ? 'problems' : ofOne ? 'uses' : 'activity', actor)
  const known = useKnown()
  const rows = query.data && rowsOf(query.data.pages.flatMap((page) => page.entries))
  const found = rows
    ?.map((row) => ({ at: row.at, row, use: describeUse(row, known, { ofOne }) }))
    .filter(({ use }) => matches(use, search.trim()))
  const none = onlyProblems ? texts.noProblems : empty
  return (
    <Card
      title={title}
      actions={
        <IconButton
          icon={RotateCw}
          label={texts.refresh}
          busy={query.isFetching && !query.isFetchingNextPage}
          onClick={() => void query.refetch()}
        />
      }
    >
      <CardBody>
        {lead && <p className="mb-3 text-ink-2">{lead}</p>}
        <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Field
            type="search"
            label={texts.search}
            labelHidden
            placeholder={texts.searchHint}
            autoComplete="off"
            value={search}
            onText={setSearch}
            className="min-w-0 flex-1 basis-56"
          />
          <ShownChoice onlyProblems={onlyProblems} onChange={setOnlyProblems} />
        </div>
        <AuditPages
          query={query}
          entries={found}
          row={({ row, use }) => <ActivityRow key={row.entry.id} row={row} use={use} />}
          words={{
            failed: texts.failed,
            empty: search.trim() === '' ? none : texts.noneFound,
            noMore: texts.noMore,
          }}
        />
      </CardBody>
    </Card>
  )
}

interface ShownChoiceProps {
  onlyProblems: boolean
  onChange(onlyProblems: boolean): void
}

/** Whether all is shown, or only what went wrong or was refused. */
function ShownChoice({ onlyProblems, onChange }: ShownChoiceProps) {
  const name = useId()
  const choices = [
    { value: false, text: texts.all },
    { value: true, text: texts.onlyProblems },
  ]
  return (
    <fieldset className="inline-flex rounded-md bg-line p-0.5">
      <legend className="sr-only">{texts.shown}</legend>
      {choices.map(({ value, text }) => (
        <label
          key={text}
          className="relative inline-flex min-h-10 items-center rounded-[7px] px-3 font-medium text-ink-2 hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-ice sm:min-h-8"
        >
          <input
            type="radio"
            name={name}
            checked={onlyProblems === value}
            onChange={() => onChange(value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

import { useId } from 'react'
import { describeKind } from '#contract/describe-kind.ts'
import { xOnly } from '#nostr/x-only.ts'
import { kinds, activity as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { useApps } from '../apps/queries.ts'
import { KIND_GROUPS } from '../policy/rule-form.ts'
import { type Names, useNames } from '../settings/use-names.ts'
import { API_KEY, describeActor } from './describe-entry.ts'
import { isFiltered, useHistory, type Wanted } from './queries.ts'

export interface ActivityFiltersProps {
  wanted: Wanted
  onChange(wanted: Wanted): void
}

interface Option {
  value: string
  text: string
}

/** Chooses which entries are shown. */
export function ActivityFilters({ wanted, onChange }: ActivityFiltersProps) {
  const { about, actor = '', device = '', kind, day = '' } = wanted
  const names = useNames()
  const callers = useCallers()
  const devices = useDevices(names)
  const set = (change: Partial<Wanted>) => onChange({ ...wanted, ...change })
  const isSecurity = about === 'security'
  return (
    <div className="mb-4 grid gap-3">
      <AboutChoice
        about={about}
        onChange={(about) =>
          onChange(about === 'security' ? { about, day: wanted.day } : { ...wanted, about })
        }
      />
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:grid-cols-4">
        {!isSecurity && (
          <>
            <Select
              label={texts.filters.who}
              value={actor}
              options={[{ value: '', text: texts.filters.anyone }, ...callers]}
              onChange={(value) => set({ actor: value || undefined })}
            />
            <Select
              label={texts.filters.device}
              value={device}
              options={[{ value: '', text: texts.filters.anyDevice }, ...devices]}
              onChange={(value) => set({ device: value || undefined })}
            />
            <Select
              label={texts.filters.kind}
              value={String(kind ?? '')}
              options={KINDS}
              onChange={(value) => set({ kind: value === '' ? undefined : Number(value) })}
            />
          </>
        )}
        <Field
          type="date"
          max="9999-12-31"
          label={texts.filters.day}
          value={day}
          onText={(value) => set({ day: value || undefined })}
        />
      </div>
      {isFiltered(wanted) && (
        <Button kind="quiet" className="justify-self-start" onClick={() => onChange({ about })}>
          {texts.filters.clear}
        </Button>
      )}
    </div>
  )
}

const KINDS: Option[] = [
  { value: '', text: texts.filters.anyKind },
  ...KIND_GROUPS.flatMap(([, offered]) => offered).map((kind) => ({
    value: String(kind),
    text: describeKind(kind, kinds)?.thing ?? String(kind),
  })),
]

/** Apps, and who else has used the key in the last months. */
function useCallers(): Option[] {
  const apps = useApps().data?.apps ?? []
  const days = useHistory().data?.days ?? []
  const options = new Map(apps.map(({ id, name }) => [id, name]))
  for (const { caller, name } of days.flatMap(({ by }) => by)) {
    const { door, id } = caller
    if (door === 'owner' && id !== undefined) options.set(id, id)
    if (door === 'app' && id !== undefined && name !== undefined) options.set(id, name)
    if (door === 'program' && name !== undefined) {
      options.set(`${API_KEY}${name}`, describeActor(`${API_KEY}${name}`))
    }
  }
  return [...options].map(([value, text]) => ({ value, text }))
}

function useDevices(names: Names): Option[] {
  const devices = useHistory().data?.devices ?? []
  return devices.map(({ pubkey }) => {
    const value = xOnly(pubkey)
    return { value, text: names.of(value) ?? describeActor(value) }
  })
}

interface AboutChoiceProps {
  about: Wanted['about']
  onChange(about: Wanted['about']): void
}

const ABOUTS = [
  { value: 'uses', text: texts.all },
  { value: 'problems', text: texts.onlyProblems },
  { value: 'security', text: texts.security },
] as const

/** Whether all uses are shown, only what went wrong or was refused, or who signed in and changed what. */
function AboutChoice({ about, onChange }: AboutChoiceProps) {
  const name = useId()
  return (
    <fieldset className="inline-flex flex-wrap justify-self-start rounded-md bg-line p-0.5">
      <legend className="sr-only">{texts.shown}</legend>
      {ABOUTS.map(({ value, text }) => (
        <label
          key={value}
          className="relative inline-flex min-h-10 items-center rounded-[7px] px-3 font-medium text-ink-2 hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-ice sm:min-h-8"
        >
          <input
            type="radio"
            name={name}
            checked={about === value}
            onChange={() => onChange(value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { presets } from '#contract/rule-terms.ts'
import type { Caller, Preset, RuleView } from '#contract/rules.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { dayAndTime } from '../../lib/time.ts'
import { rules as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices, choicesOf } from '../../ui/Choices.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type Names, useNames } from '../settings/use-names.ts'
import { RuleForm } from './RuleForm.tsx'
import { ofCaller, type RuledCaller, useDeleteRule, useSetCaller } from './rule-changes.ts'
import { ruleSentence } from './rule-sentence.ts'
import { rulesQuery } from './rules.ts'

export interface RulesSectionProps {
  caller: RuledCaller
  /** The caller's name on this server. */
  name: string
  /** Which of its requests rules for kinds of events reach. */
  note?: ReactNode
}

/** What a caller may do without being asked about, and changes of it. */
export function RulesSection({ caller, name, note }: RulesSectionProps) {
  const { data, error, refetch } = useQuery(rulesQuery)
  const names = useNames()
  const [adding, setAdding] = useState(false)
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-80" />
    return (
      <LoadFailure
        text={`${texts.loadFailed}: ${reasonOf(error)}`}
        onRetry={() => void refetch()}
      />
    )
  }
  const { preset, suspended, own, others } = ofCaller(data, caller)
  return (
    <div className="grid gap-5">
      {/* A device has a switch for all that it asks. */}
      {(caller.door !== 'peer' || suspended) && (
        <SuspendSwitch caller={caller} name={name} suspended={suspended} />
      )}
      <PresetChoice caller={caller} name={name} preset={preset} />
      <section aria-label={texts.list}>
        <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-2">
          <h3 className="flex-1 font-medium">{texts.list}</h3>
          {!adding && (
            <Button onClick={() => setAdding(true)}>
              <Plus size={16} strokeWidth={1.8} aria-hidden />
              {texts.add}
            </Button>
          )}
        </div>
        {adding && note && <p className="mb-2 text-sm text-ink-3">{note}</p>}
        {adding && <RuleForm caller={caller} names={names} onDone={() => setAdding(false)} />}
        {own.length > 0 && <RuleList rules={own} names={names} />}
        {own.length === 0 && !adding && (
          <p className="rounded-md border border-line px-3.5 py-3 text-ink-3">{texts.none}</p>
        )}
      </section>
      {others.length > 0 && (
        <section aria-label={texts.others}>
          <h3 className="mb-1.5 font-medium">{texts.others}</h3>
          <RuleList rules={others} names={names} />
        </section>
      )}
    </div>
  )
}

interface SuspendSwitchProps {
  caller: Caller
  name: string
  suspended: boolean
}

function SuspendSwitch({ caller, name, suspended }: SuspendSwitchProps) {
  const id = useId()
  const { mutate, isPending, variables } = useSetCaller(caller)
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <span id={id} className="font-medium">
          {texts.suspend}
        </span>
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {caller.door === 'app' ? texts.suspendHintOfApp : texts.suspendHint}
        </p>
      </div>
      <Switch
        labelledBy={id}
        describedBy={`${id}-hint`}
        checked={(isPending ? variables.update.suspended : suspended) ?? false}
        onChange={(next) =>
          mutate({
            update: { suspended: next },
            message: next ? texts.suspended(name) : texts.notSuspended(name),
          })
        }
      />
    </div>
  )
}

interface PresetChoiceProps {
  caller: RuledCaller
  name: string
  preset: Preset | null
}

function PresetChoice({ caller, name, preset }: PresetChoiceProps) {
  const { mutate, isPending, variables } = useSetCaller(caller)
  const [isChanging, setChanging] = useState(false)
  const chosen = isPending ? variables.update.preset : preset
  // An app without a preset is asked about as one that may do nothing unasked.
  const { door } = caller
  const none = door === 'app' ? [] : choicesOf(['none'], { none: texts.presets.none[door] })
  const choices = [...none, ...choicesOf(presets, texts.presets)]
  const choose = (value: (typeof choices)[number]['value']) => {
    const { title = '' } = choices.find((choice) => choice.value === value) ?? {}
    mutate({
      update: { preset: value === 'none' ? null : value },
      message: texts.presetSet(name, title),
    })
  }
  const value = chosen ?? (door === 'app' ? 'ask' : 'none')
  const { title, text } = choices.find((choice) => choice.value === value) ?? {}
  if (isChanging) {
    return <Choices legend={texts.preset} choices={choices} value={value} onChange={choose} />
  }
  return (
    <section aria-label={texts.preset} className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <h3 className="text-sm text-ink-3">{texts.preset}</h3>
        <p className="font-medium">{title}</p>
        <p className="text-sm text-pretty text-ink-2">{text}</p>
      </div>
      <Button aria-label={texts.changeOf(title ?? '')} onClick={() => setChanging(true)}>
        {texts.change}
      </Button>
    </section>
  )
}

/** Rules as sentences, each with what ends it. */
function RuleList({ rules, names }: { rules: readonly RuleView[]; names: Names }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} names={names} />
      ))}
    </ul>
  )
}

function RuleRow({ rule, names }: { rule: RuleView; names: Names }) {
  const remove = useDeleteRule()
  const sentence = ruleSentence(rule, names)
  const facts = [
    whomOf(rule),
    rule.limit && rule.used !== undefined && texts.used(rule.used, rule.limit.count),
    rule.until && texts.until(dayAndTime(rule.until)),
  ].filter(Boolean)
  return (
    <li className="flex items-start gap-2 py-2 pr-2 pl-3.5">
      <div className="min-w-0 flex-1 py-1">
        <p>{sentence}</p>
        {facts.length > 0 && <p className="text-sm text-ink-3">{facts.join(' · ')}</p>}
      </div>
      <IconButton
        icon={Trash2}
        label={texts.deleteOf(sentence)}
        hint={texts.delete}
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate(rule.id)}
      />
    </li>
  )
}

/** Who a rule is for, unless it is only for the caller whose page shows it. */
function whomOf({ whom }: RuleView): string | null {
  if (whom === 'everyone') return texts.forEveryone
  return 'id' in whom ? null : texts.forDoor[whom.door]
}

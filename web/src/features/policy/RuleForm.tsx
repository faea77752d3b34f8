import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { describeKind } from '#contract/describe-kind.ts'
import { decodersQuery } from '../../lib/decoders.ts'
import { common, rules, kinds as words } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices, choicesOf } from '../../ui/Choices.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Names } from '../settings/use-names.ts'
import type { RuledCaller } from './rule-changes.ts'
import { useAddRule } from './rule-changes.ts'
import {
  EMPTY_FORM,
  type RuleForm as Form,
  hasCounterparty,
  KIND_GROUPS,
  type Problems,
  ruleOf,
  WHATS,
} from './rule-form.ts'
import { ruleSentence } from './rule-sentence.ts'

const texts = rules.form

export interface RuleFormProps {
  caller: RuledCaller
  names: Names
  /** Called when the rule was added, or the form cancelled. */
  onDone(): void
}

/** A new rule of a caller, which reads as a sentence while it is being made. */
export function RuleForm({ caller, names, onDone }: RuleFormProps) {
  const [form, setForm] = useState(EMPTY_FORM)
  const [isTried, setTried] = useState(false)
  const { data: decoders } = useQuery(decodersQuery)
  const add = useAddRule(onDone)
  const { door, id } = caller
  const filled = ruleOf(form, { door, id }, (npub) => decoders?.npubDecode(npub))
  const problems: Problems = filled.ok || !isTried ? {} : filled.problems
  const set = (change: Partial<Form>) => setForm({ ...form, ...change })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (filled.ok && !add.isPending) add.mutate(filled.rule)
  }

  return (
    <form
      ref={bringIntoSight}
      aria-label={texts.title}
      onSubmit={submit}
      className="mb-3 grid grid-cols-1 gap-4 rounded-md border border-ice-line bg-sunken p-3.5"
    >
      <Choices
        legend={texts.verdict}
        choices={EFFECTS}
        value={form.verdict}
        onChange={(verdict) => set({ verdict })}
      />
      <Select
        label={texts.what}
        value={form.what}
        options={WHATS[door].map((value) => ({ value, text: texts.whats[value] }))}
        onChange={(what) => set({ what })}
      />
      {form.what === 'kinds' && <KindChoice form={form} problems={problems} onChange={set} />}
      {hasCounterparty(form.what) && (
        <Field
          label={texts.counterparty}
          hint={texts.counterpartyHint}
          mono
          autoComplete="off"
          value={form.counterparty}
          onText={(counterparty) => set({ counterparty })}
          error={problems.counterparty}
        />
      )}
      {form.verdict === 'allow' && <LimitFields form={form} problems={problems} onChange={set} />}
      <Select
        label={texts.lasts}
        value={form.lasts}
        options={LASTS}
        onChange={(lasts) => set({ lasts })}
      />
      {filled.ok && (
        <p>
          <span className="block text-sm text-ink-3">{texts.reads}</span>
          {ruleSentence(filled.rule, names)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button type="submit" kind="primary" busy={add.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

/** The form may open below what is seen. */
const bringIntoSight = (form: HTMLElement | null): void =>
  form?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })

const EFFECTS = choicesOf(['allow', 'ask', 'refuse'], texts.effects)

const LASTS = (['ever', '1d', '1h', '10m'] as const).map((value) => ({
  value,
  text: texts.lastsTexts[value],
}))

interface FormPartProps {
  form: Form
  problems: Problems
  onChange(change: Partial<Form>): void
}

/** Kinds of events by what people do with them, and any others by their numbers. */
function KindChoice({ form, problems, onChange }: FormPartProps) {
  const { kinds } = form
  const choose = (kind: number, isChosen: boolean) =>
    onChange({ kinds: isChosen ? [...kinds, kind] : kinds.filter((other) => other !== kind) })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.kinds}</legend>
      <div className="mb-3 divide-y divide-line rounded-md border border-line bg-surface">
        {KIND_GROUPS.map(([group, offered]) => (
          <details key={group} className="group" open={group === 'writing'}>
            <summary className="flex min-h-10 sm:min-h-9 list-none items-center gap-2 px-3 py-1.5">
              <ChevronRight
                size={14}
                strokeWidth={1.8}
                aria-hidden
                className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
              />
              {texts.groups[group]}
              <span className="ml-auto text-sm text-ice">
                {texts.chosen(offered.filter((kind) => kinds.includes(kind)).length)}
              </span>
            </summary>
            <ul className="grid gap-x-4 px-3 pb-2 sm:grid-cols-2">
              {offered.map((kind) => (
                <li key={kind}>
                  <label className="flex min-h-8 items-start gap-2 py-1 max-sm:min-h-10 max-sm:py-2">
                    <input
                      type="checkbox"
                      checked={kinds.includes(kind)}
                      onChange={({ target }) => choose(kind, target.checked)}
                      className="mt-0.5 size-4 shrink-0 accent-ice"
                    />
                    <span className="min-w-0 first-letter:uppercase">
                      {describeKind(kind, words)?.deed ?? kind}{' '}
                      <span className="text-sm text-ink-3">{kind}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      {problems.kinds && (
        <p role="alert" className="mb-2 text-sm text-bad">
          {problems.kinds}
        </p>
      )}
      <Field
        label={texts.otherKinds}
        hint={texts.otherKindsHint}
        autoComplete="off"
        value={form.otherKinds}
        onText={(otherKinds) => onChange({ otherKinds })}
        error={problems.otherKinds}
      />
    </fieldset>
  )
}

/** How often something is allowed, and what happens to more. */
function LimitFields({ form, problems, onChange }: FormPartProps) {
  return (
    <div>
      <label className="flex min-h-8 max-sm:min-h-10 items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={form.limited}
          onChange={({ target }) => onChange({ limited: target.checked })}
          className="size-4 shrink-0 accent-ice"
        />
        {texts.limited}
      </label>
      {form.limited && (
        <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Field
            label={texts.count}
            inputMode="numeric"
            autoComplete="off"
            value={form.count}
            onText={(count) => onChange({ count })}
            error={problems.count}
          />
          <Select
            label={texts.per}
            value={form.per}
            options={PERS}
            onChange={(per) => onChange({ per })}
          />
          <Select
            label={texts.beyond}
            value={form.beyond}
            options={BEYONDS}
            onChange={(beyond) => onChange({ beyond })}
          />
        </div>
      )}
    </div>
  )
}

const PERS = (['minute', 'hour', 'day'] as const).map((value) => ({
  value,
  text: texts.pers[value],
}))
const BEYONDS = (['ask', 'refuse'] as const).map((value) => ({ value, text: texts.beyonds[value] }))

import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { decodersQuery } from '../../lib/decoders.ts'
import { common, rules } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Names } from '../names/use-names.ts'
import { useAddRule } from './change-rules.ts'
import {
  EMPTY_FORM,
  type RuleForm as Form,
  hasCounterparty,
  type Problems,
  ruleOf,
  WHATS,
} from './form.ts'
import { KindChoice } from './KindChoice.tsx'
import { LimitFields } from './LimitFields.tsx'
import type { RuledCaller } from './RulesSection.tsx'
import { ruleSentence } from './sentence.ts'

const texts = rules.form

export interface RuleFormProps {
  caller: RuledCaller
  names: Names
  /** Added, or given up. */
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
          <span className="block text-xs text-ink-3">{texts.reads}</span>
          {ruleSentence(filled.rule, names)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button type="submit" kind="primary" aria-disabled={add.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

const EFFECTS = (['allow', 'ask', 'refuse'] as const).map((value) => {
  const [title, text] = texts.effects[value]
  return { value, title, text }
})

const LASTS = (['ever', '1d', '1h', '10m'] as const).map((value) => ({
  value,
  text: texts.lastsTexts[value],
}))

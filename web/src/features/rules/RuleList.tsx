import { Trash2 } from 'lucide-react'
import type { RuleView } from '#contract/rules.ts'
import { dayAndTime } from '../../lib/time.ts'
import { rules as texts } from '../../texts/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Names } from '../names/use-names.ts'
import { useDeleteRule } from './change-rules.ts'
import { ruleSentence } from './sentence.ts'

/** Rules as sentences, each with what ends it. */
export function RuleList({ rules, names }: { rules: readonly RuleView[]; names: Names }) {
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
        {facts.length > 0 && <p className="text-xs text-ink-3">{facts.join(' · ')}</p>}
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

/** Whom it concerns, where that is not the one caller on whose page it stands. */
function whomOf({ whom }: RuleView): string | null {
  if (whom === 'everyone') return texts.forEveryone
  return 'id' in whom ? null : texts.forDoor[whom.door]
}

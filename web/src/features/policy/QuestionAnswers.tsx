import type { Question, Remember } from '#contract/questions.ts'
import { questions as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Select } from '../../ui/Select.tsx'
import type { Names } from '../settings/use-names.ts'
import { doesOf } from './QuestionBody.tsx'
import { isLogin, scopesOf } from './scopes.ts'

interface AnswersProps {
  question: Question
  /** All that this caller asks. */
  ofCaller: Question[]
  remember: Remember | undefined
  isDisabled: boolean
  onAnswer(verdict: 'allow' | 'refuse'): void
  onAnswerAll(questions: Question[], verdict: 'allow' | 'refuse'): void
}

/** Buttons that answer a question, or all of its caller's. They take the same room for every question: nothing moves. */
export function Answers({
  question,
  ofCaller,
  remember,
  isDisabled,
  onAnswer,
  onAnswerAll,
}: AnswersProps) {
  const { harmless, irreversible } = question
  const lasting = remember && texts.lasts[remember.for]
  const all = ofCaller.filter((one) => one.harmless)
  const allow = irreversible && lasting === undefined ? doesOf(question) : texts.allow
  const words = (word: string) => (lasting === undefined ? word : `${word} ${lasting}`)
  return (
    <>
      <div className={cx('grid grid-cols-2 gap-2.5', ofCaller.length < 2 && 'invisible')}>
        <Button
          kind="quiet"
          aria-disabled={isDisabled}
          onClick={() => onAnswerAll(ofCaller, 'refuse')}
        >
          {texts.refuseAll(ofCaller.length)}
        </Button>
        {all.length > 0 && (
          <Button kind="quiet" aria-disabled={isDisabled} onClick={() => onAnswerAll(all, 'allow')}>
            {(all.length === ofCaller.length ? texts.allowAll : texts.allowHarmless)(all.length)}
          </Button>
        )}
      </div>
      {/* At the foot, with room for two lines: these stay where they are from question to question. */}
      <div className="grid grid-cols-2 gap-2.5">
        <Button
          className="min-h-11 max-sm:min-h-13"
          aria-keyshortcuts={texts.keys.refuse}
          aria-disabled={isDisabled}
          onClick={() => onAnswer('refuse')}
        >
          {words(texts.refuse)}
          <Key name={texts.keys.refuse} />
        </Button>
        <Button
          kind={irreversible ? 'danger' : 'primary'}
          className="min-h-11 max-sm:min-h-13"
          {...(harmless && { 'aria-keyshortcuts': texts.keys.allow })}
          aria-disabled={isDisabled}
          onClick={() => onAnswer('allow')}
        >
          {words(allow)}
          {harmless && <Key name={texts.keys.allow} />}
        </Button>
      </div>
    </>
  )
}

/** The key of a keyboard that does the same as a button; hidden on phones. */
const Key = ({ name }: { name: string }) => (
  <kbd
    aria-hidden
    className="rounded-sm border border-current/40 px-1 font-mono text-sm max-sm:hidden"
  >
    {name}
  </kbd>
)

interface RememberChoiceProps {
  question: Question
  names: Names
  value: Remember | undefined
  onChange(value: Remember | undefined): void
}

/** Whether the answer becomes a rule, for what and for how long. */
export function RememberChoice({ question, names, value, onChange }: RememberChoiceProps) {
  const scopes = scopesOf(question, names)
  const narrowest = scopes[0]?.value ?? 'operation'
  const lasts = (isLogin(question) ? ['10m'] : ['10m', '1h', '1d', 'ever']) as Remember['for'][]
  return (
    <div className="grid grid-cols-1 gap-2 text-sm">
      <label className="flex min-h-8 items-center gap-2 max-sm:min-h-10">
        <input
          type="checkbox"
          className="size-4 accent-ice"
          checked={value !== undefined}
          onChange={({ target }) =>
            onChange(target.checked ? { scope: narrowest, for: lasts[1] ?? '10m' } : undefined)
          }
        />
        {texts.remember}
      </label>
      {value !== undefined && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
          <Select
            label={texts.rememberFor}
            labelHidden
            value={value.for}
            options={lasts.map((last) => ({ value: last, text: texts.lasts[last] }))}
            onChange={(last) => onChange({ ...value, for: last })}
          />
          <Select
            label={texts.rememberWhat}
            labelHidden
            value={value.scope}
            options={scopes}
            onChange={(scope) => onChange({ ...value, scope })}
          />
        </div>
      )}
    </div>
  )
}

import { useId } from 'react'
import { activity as texts } from '../../texts/texts.ts'

export interface ShownChoiceProps {
  onlyProblems: boolean
  onChange(onlyProblems: boolean): void
}

/** Whether all is shown, or only what went wrong or was refused. */
export function ShownChoice({ onlyProblems, onChange }: ShownChoiceProps) {
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

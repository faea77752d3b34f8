import { useId } from 'react'

interface Choice<T extends string> {
  value: T
  title: string
  text: string
}

export interface ChoicesProps<T extends string> {
  /** What is chosen. */
  legend: string
  choices: readonly Choice<T>[]
  value: T
  onChange(value: T): void
}

/** A choice between a few options, each with its title and meaning. */
export function Choices<T extends string>({ legend, choices, value, onChange }: ChoicesProps<T>) {
  const id = useId()
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-ice has-checked:bg-ice-soft"
        >
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            aria-describedby={`${id}-${choice.value}`}
            className="mt-0.5 size-4 shrink-0 accent-ice"
          />
          <span className="min-w-0">
            <span className="font-medium">{choice.title}</span>
            <span id={`${id}-${choice.value}`} className="block text-sm text-ink-2">
              {choice.text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Choices by their titles and meanings. */
export const choicesOf = <T extends string>(
  values: readonly T[],
  texts: Readonly<Record<T, readonly [title: string, text: string]>>,
): Choice<T>[] =>
  values.map((value) => {
    const [title, text] = texts[value]
    return { value, title, text }
  })

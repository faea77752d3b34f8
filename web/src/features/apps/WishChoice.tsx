import type { Wish } from '#contract/apps.ts'
import { describePermission } from '#contract/describe-kind.ts'
import { apps as texts } from '../../texts/apps.ts'
import { kinds } from '../../texts/kinds.ts'
import { wishes as wishTexts } from '../../texts/wishes.ts'

export interface WishChoiceProps {
  wishes: readonly Wish[]
  allowed: readonly string[]
  onChange(allowed: string[]): void
}

/** What an app asks to be allowed, each to be ticked; those that can do harm say so. */
export function WishChoice({ wishes, allowed, onChange }: WishChoiceProps) {
  if (wishes.length === 0) return <p className="text-ink-3">{texts.wishesNone}</p>
  const choose = (wish: string, isChosen: boolean) =>
    onChange(isChosen ? [...allowed, wish] : allowed.filter((other) => other !== wish))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.wishes}</legend>
      <ul className="divide-y divide-line rounded-md border border-line">
        {wishes.map(({ wish, isDangerous }) => (
          <li key={wish}>
            <label className="flex min-h-10 items-start gap-2.5 px-3 py-2">
              <input
                type="checkbox"
                checked={allowed.includes(wish)}
                onChange={({ target }) => choose(wish, target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-ice"
              />
              <span className="min-w-0">
                <span className="block first-letter:uppercase">
                  {describePermission(wish, { kinds, wishes: wishTexts })}
                </span>
                {isDangerous && <span className="block text-xs text-warn">{texts.dangerous}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

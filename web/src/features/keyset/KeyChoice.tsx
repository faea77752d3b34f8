import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { Decoders } from '../../lib/decoders.ts'
import { common, keyset as texts } from '../../texts/texts.ts'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

export interface KeyChoiceProps {
  /** As typed; null for a fresh key. */
  secretKey: string | null
  onSecretKey(secretKey: string | null): void
  error: string | undefined
  decoders: Decoders
  disabled: boolean
}

/**
 * The key to split: a fresh one, or one that the owner has. Choosing a fresh one drops what was
 * entered.
 */
export function KeyChoice(props: KeyChoiceProps) {
  const { secretKey, onSecretKey, error, decoders, disabled } = props
  const [shown, setShown] = useState(false)
  return (
    <fieldset className="mt-5 min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium">{texts.key}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          title={texts.keyFresh}
          hint={texts.keyFreshHint}
          chosen={secretKey === null}
          onChoose={() => onSecretKey(null)}
        />
        <Choice
          title={texts.keyGiven}
          hint={texts.keyGivenHint}
          chosen={secretKey !== null}
          onChoose={() => onSecretKey('')}
        />
      </div>
      {secretKey !== null && (
        <Field
          label={texts.secretKey}
          name="secretKey"
          type={shown ? 'text' : 'password'}
          className="mt-4"
          value={secretKey}
          onText={onSecretKey}
          error={error}
          hint={hintFor(secretKey, decoders)}
          autoComplete="off"
          mono
          inside={
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={shown ? common.hide(texts.secretKeyWhat) : common.show(texts.secretKeyWhat)}
              onClick={() => setShown(!shown)}
            />
          }
        />
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  title: string
  hint: string
  chosen: boolean
  onChoose(): void
}

function Choice({ title, hint, chosen, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-edge px-3 py-2.5 has-checked:border-ice has-checked:bg-ice-soft">
      <input
        type="radio"
        name="key"
        checked={chosen}
        onChange={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="mt-0.75 size-4 shrink-0 accent-ice"
      />
      <span>
        <span id={id} className="block font-medium">
          {title}
        </span>
        <span id={`${id}-hint`} className="block text-xs text-ink-2">
          {hint}
        </span>
      </span>
    </label>
  )
}

/** Whose key it is, once it is valid. */
function hintFor(secretKey: string, { parseSecretKey, keyPair }: Decoders): string {
  const key = parseSecretKey(secretKey)
  return key.ok ? texts.identityOf(keyPair(key.value).npub) : texts.secretKeyHint
}

import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShown } from '../lib/hooks.ts'
import { common } from '../texts/texts.ts'
import { Field, type FieldProps } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

export interface SecretFieldProps extends Omit<FieldProps, 'type' | 'inside' | 'mono'> {
  /** Buttons after the show button. */
  beside?: ReactNode
}

/** A field whose text is masked until shown. */
export function SecretField({ beside, ...field }: SecretFieldProps) {
  const [shown, toggle] = useShown()
  const { label } = field
  return (
    <Field
      {...field}
      mono
      type={shown ? 'text' : 'password'}
      // A browser's password manager would fill in the login, and offer to save what is typed.
      autoComplete="new-password"
      data-1p-ignore
      data-lpignore="true"
      inside={
        <>
          <ShowButton what={label} shown={shown} onToggle={toggle} />
          {beside}
        </>
      }
    />
  )
}

export interface ShowButtonProps {
  /** What is shown, as in `Show share 2`. */
  what: string
  shown: boolean
  onToggle(): void
}

/** Shows what is masked, and masks it again. */
export const ShowButton = ({ what, shown, onToggle }: ShowButtonProps) => (
  <IconButton
    icon={shown ? EyeOff : Eye}
    label={shown ? common.hide(what) : common.show(what)}
    onClick={onToggle}
  />
)

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
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? common.hide(label) : common.show(label)}
            onClick={toggle}
          />
          {beside}
        </>
      }
    />
  )
}

import { Eye, EyeOff } from 'lucide-react'
import { useShown } from '../../lib/use-shown.ts'
import { access, common } from '../../texts/texts.ts'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

const texts = access.setPassword

/** A field to choose a password, which can be shown instead of typed twice. */
export function NewPasswordField(props: Pick<FieldProps, 'value' | 'onText' | 'hint' | 'error'>) {
  const [shown, toggle] = useShown()
  return (
    <Field
      label={texts.fresh}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      required
      inside={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? common.hide(texts.shown) : common.show(texts.shown)}
          onClick={toggle}
        />
      }
      {...props}
    />
  )
}

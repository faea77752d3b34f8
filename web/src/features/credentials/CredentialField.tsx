import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { credentials as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DecodedView, type DecodedViewProps } from './DecodedView.tsx'

export interface CredentialFieldProps {
  label: string
  /** What it is called in a sentence. */
  what: string
  value: string
  onText(text: string): void
  error: string | null
  /** What it says about itself at a glance. */
  fact: string | undefined
  decode(text: string): DecodedViewProps['decoded']
  undecodable: string
  /** The npub that it signs for, if it says so. */
  identity?: string | undefined
  className?: string
}

/** A credential: masked; can be copied, decoded and replaced. */
export function CredentialField(props: CredentialFieldProps) {
  const { label, what, value, onText, error, fact, decode, undecodable, identity, className } =
    props
  const [open, setOpen] = useState(false)
  const viewId = useId()
  const view = open && value !== ''
  return (
    <div className={className}>
      <Field
        label={label}
        type="password"
        autoComplete="off"
        mono
        value={value}
        onText={onText}
        error={error}
        fact={fact}
        help={<HelpTip subject={what} text={texts.help} />}
        inside={
          <>
            <CopyButton text={value} what={what} disabled={value === ''} />
            <IconButton
              icon={open ? EyeOff : Eye}
              label={texts.decodedOf(what)}
              aria-expanded={view}
              aria-controls={view ? viewId : undefined}
              disabled={value === ''}
              onClick={() => setOpen(!open)}
            />
          </>
        }
      />
      {view && (
        <DecodedView
          id={viewId}
          label={texts.decodedOf(what)}
          raw={value}
          decoded={decode(value)}
          undecodable={undecodable}
          identity={identity}
        />
      )}
    </div>
  )
}

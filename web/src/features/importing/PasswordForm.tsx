import { type SubmitEvent, useState } from 'react'
import { importing as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { Select } from '../../ui/Select.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { Problem } from './Problem.tsx'

export interface PasswordFormProps {
  /** Those who have a share; at least one. */
  users: readonly string[]
  problem: string | null
  isPending: boolean
  onChange(): void
  onPassword(user: string, password: string): void
  onBack(): void
}

/** Whose share it is, and the password that opens it. */
export function PasswordForm(props: PasswordFormProps) {
  const { users, problem, isPending, onChange, onPassword, onBack } = props
  const [user, setUser] = useState(users[0] ?? '')
  const [password, setPassword] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '') onPassword(user, password)
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4" autoComplete="off">
      <StepHeading title={texts.passwordTitle} lead={texts.passwordLead} />
      <Select
        label={texts.user}
        value={user}
        options={users.map((name) => ({ value: name, text: name }))}
        onChange={setUser}
      />
      <SecretField
        label={texts.password}
        value={password}
        onText={(text) => {
          setPassword(text)
          onChange()
        }}
      />
      <Problem text={problem} />
      <StepButtons onBack={onBack}>
        <Button type="submit" kind="primary" disabled={password === ''} aria-disabled={isPending}>
          {isPending ? texts.reading : texts.look}
        </Button>
      </StepButtons>
    </form>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { passwordProblem, usernameProblem } from '#contract/access-rules.ts'
import type { PasswordAnswer, PasswordRequest } from '#contract/auth.ts'
import { PASSWORD_CHARS_MIN } from '#contract/limits.ts'
import { call } from '../../lib/api-client.ts'
import { filledIn } from '../../lib/forms.ts'
import { useShown } from '../../lib/hooks.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { keepSession } from '../../lib/session.ts'
import { access, account, auth as rules } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { ShowButton } from '../../ui/SecretField.tsx'
import { toastDone } from '../../ui/toast.ts'

const texts = account.setPassword

export interface PasswordFormProps {
  lead: string
  /** The username field's initial value. */
  username?: string
  needsCurrent: boolean
  /** The button's words. */
  submit: string
  onDone(): void
}

/**
 * Sets or changes username and password; while they are typed, it says what the server would refuse.
 */
export function PasswordForm({
  lead,
  username: initial = '',
  needsCurrent,
  submit,
  onDone,
}: PasswordFormProps) {
  const [username, setUsername] = useState(initial)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const usernameError = username === '' ? null : usernameProblem(username.trim(), rules)
  const passwordError = password === '' ? null : passwordProblem(password, rules)
  const save = useSetPassword(({ message, code }) => {
    toastDone(translateMessage({ error: message, code }))
    setCurrent('')
    setPassword('')
    onDone()
  })

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const given = { username: filledIn(form, 'username'), password: filledIn(form, 'password') }
    const old = filledIn(form, 'current')
    setUsername(given.username)
    setPassword(given.password)
    setCurrent(old)
    const wanted = { ...given, username: given.username.trim() }
    if (usernameProblem(wanted.username, rules) ?? passwordProblem(wanted.password, rules)) return
    if (!save.isPending) save.mutate({ ...wanted, ...(needsCurrent ? { current: old } : {}) })
  }

  return (
    <form onSubmit={send} className="grid grid-cols-1 gap-3">
      <p className="text-sm text-ink-2">{lead}</p>
      <Field
        label={access.username}
        name="username"
        autoComplete="username"
        required
        value={username}
        onText={setUsername}
        error={usernameError}
      />
      {needsCurrent && (
        <Field
          label={texts.current}
          type="password"
          name="current"
          autoComplete="current-password"
          required
          value={current}
          onText={setCurrent}
        />
      )}
      <NewPasswordField
        value={password}
        onText={setPassword}
        hint={texts.hint(PASSWORD_CHARS_MIN)}
        error={passwordError}
      />
      <FormFailure text={save.error && reasonOf(save.error)} />
      <Button
        type="submit"
        kind="primary"
        className="mt-1 justify-self-start"
        aria-disabled={save.isPending}
      >
        {save.isPending ? texts.saving : submit}
      </Button>
    </form>
  )
}

/** A field to choose a password, which can be shown instead of typed twice. */
function NewPasswordField(props: Pick<FieldProps, 'value' | 'onText' | 'hint' | 'error'>) {
  const [shown, toggle] = useShown()
  return (
    <Field
      label={texts.fresh}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      required
      inside={<ShowButton what={texts.shown} shown={shown} onToggle={toggle} />}
      {...props}
    />
  )
}

/** Sets username and password. All sessions end; this one is replaced by a fresh one. */
function useSetPassword(onSet: (answer: PasswordAnswer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordRequest) =>
      call<PasswordAnswer>('PUT', '/api/auth/password', { body }),
    onSuccess: (answer) => {
      if (answer.sessionId !== undefined) keepSession(answer.sessionId)
      void queries.invalidateQueries({ queryKey: ['auth'] })
      onSet(answer)
    },
    // What was typed must not stay in the cache.
    gcTime: 0,
  })
}

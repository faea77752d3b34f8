import { type SubmitEvent, useState } from 'react'
import { isTooLongPassword, usernameProblem } from '#contract/access-rules.ts'
import type { AuthMethod, LoginRequest, SignInLinkFrom } from '#contract/auth.ts'
import { PASSWORD_CHARS_MAX } from '#contract/limits.ts'
import { filledIn, focusFirstField } from '../../lib/forms.ts'
import { useNow } from '../../lib/hooks.ts'
import { auth as rules, access as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { lastMethod } from './access.ts'

export interface LoginFormProps {
  /** The methods that the server reports; at least one. */
  methods: readonly AuthMethod[]
  submitting: boolean
  /** The signed-in user who confirms who they are; undefined at a login. */
  user?: string | undefined
  /** The button's words. */
  words?: { submit: string; submitting: string }
  onSubmit(credentials: LoginRequest): void
}

/**
 * Asks for a credential of the chosen method. At first that is the method of this browser's last login, else an
 * API key.
 */
export function LoginForm({ methods, submitting, user, words = texts, onSubmit }: LoginFormProps) {
  const person = user?.startsWith('api-key:') ? undefined : user
  const [chosen, choose] = useState(person === undefined ? lastMethod() : 'basic-auth')
  const [username, setUsername] = useState(person ?? '')
  const [password, setPassword] = useState('')
  const [apiKey, setApiKey] = useState('')
  const method = methods.includes(chosen) ? chosen : (methods[0] ?? 'basic-auth')

  /** What the fields hold, also if a password manager filled them in without an event. */
  function read(form: HTMLFormElement) {
    const given = {
      username: person ?? filledIn(form, 'username'),
      password: filledIn(form, 'password'),
      apiKey: filledIn(form, 'apiKey'),
    }
    if (method === 'api-key') setApiKey(given.apiKey)
    else {
      setUsername(given.username)
      setPassword(given.password)
    }
    return given
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = read(event.currentTarget)
    // Keys are pasted, often with stray characters selected along with them.
    if (method === 'api-key') return onSubmit({ apiKey: given.apiKey.trim() })
    onSubmit({ username: given.username.trim(), password: given.password })
  }

  const fields =
    method === 'api-key' ? (
      <Field
        label={texts.apiKey}
        name="apiKey"
        type="password"
        autoComplete="off"
        required
        mono
        value={apiKey}
        onText={setApiKey}
        error={apiKey !== '' && apiKey.trim() === '' ? texts.apiKeyBlank : null}
      />
    ) : (
      <div className="grid grid-cols-1 gap-3">
        {person === undefined ? (
          <Field
            label={texts.username}
            name="username"
            autoComplete="username"
            required
            value={username}
            onText={setUsername}
            error={username === '' ? null : usernameProblem(username.trim(), rules)}
          />
        ) : (
          // Password managers look for a username.
          <input type="hidden" autoComplete="username" value={person} />
        )}
        <Field
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onText={setPassword}
          error={isTooLongPassword(password) ? rules.passwordTooLong(PASSWORD_CHARS_MAX) : null}
        />
      </div>
    )

  return (
    <form
      ref={focusFirstField}
      // A field that loses the focus is drawn again from the state, which must know what the field holds.
      onBlur={({ currentTarget }) => read(currentTarget)}
      onSubmit={submit}
    >
      {methods.length === 1 ? (
        fields
      ) : (
        <Segments
          label={texts.methodsLabel}
          tabs={methods.map((value) => ({ value, text: texts.methods[value] }))}
          value={method}
          onChange={(next) => choose(next)}
        >
          {fields}
        </Segments>
      )}
      <Button type="submit" kind="primary" className="mt-4 w-full" aria-disabled={submitting}>
        {submitting ? words.submitting : words.submit}
      </Button>
    </form>
  )
}

const MINUTE = 60_000

/** Counts down until this address may try again. @param props.until Unix milliseconds */
export function Limited({ until }: { until: number }) {
  const minutes = Math.ceil((until - useNow()) / MINUTE)
  return <p>{minutes > 0 ? texts.limited(minutes) : texts.limitOver}</p>
}

/** The command or action that makes a fresh sign-in link on this installation. */
export function LinkCommand({ from: { by, text } }: { from: SignInLinkFrom }) {
  if (by === 'action') return <p className="mt-2 font-medium text-ink">{texts.linkAction(text)}</p>
  return (
    <div className="mt-2 flex items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-mono text-ink">{text}</code>
      <CopyButton text={text} what={texts.theCommand} />
    </div>
  )
}

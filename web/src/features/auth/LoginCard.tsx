import { type SubmitEvent, useState } from 'react'
import type { AuthStatusAnswer, LoginRequest } from '../../../../server/contract/auth.ts'
import { page } from '../../../../server/contract/messages.ts'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Login } from './access.ts'
import { MethodTabs } from './MethodTabs.tsx'
import './login.css'

const texts = page.signIn

export type Method = AuthStatusAnswer['methods'][number]

export interface LoginCardProps {
  state: Login
  onSubmit(credentials: LoginRequest): void
}

/** Lets in by what the server reports; without any method yet, it says where the link is. */
export function LoginCard({ state, onSubmit }: LoginCardProps) {
  const { status, problem, linkRefused } = state
  const methods = status?.methods ?? []
  return (
    <div className="login">
      <Card title={texts.title}>
        <div className="card-body login-body">
          <p>{texts.lead}</p>
          <div role="alert">
            {problem !== null && (
              <Note kind={problem === texts.ended ? 'info' : 'bad'}>
                {problem}
                {linkRefused && <LinkCommand />}
              </Note>
            )}
          </div>
          {methods.length > 0 && (
            <LoginForm methods={methods} submitting={state.submitting} onSubmit={onSubmit} />
          )}
          {status?.needsSetup && !linkRefused && (
            <Note>
              {texts.setUp}
              <LinkCommand />
            </Note>
          )}
          {status !== null && <AccessFacts status={status} />}
        </div>
      </Card>
    </div>
  )
}

const LinkCommand = () => <pre className="mono">{texts.linkCommand}</pre>

interface LoginFormProps {
  methods: readonly Method[]
  submitting: boolean
  onSubmit(credentials: LoginRequest): void
}

function LoginForm({ methods, submitting, onSubmit }: LoginFormProps) {
  const [chosen, choose] = useState<Method>('api-key')
  const method = methods.includes(chosen) ? chosen : 'basic-auth'

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '')
    onSubmit(
      method === 'api-key'
        ? { apiKey: text('apiKey') }
        : { username: text('username'), password: text('password') },
    )
  }

  return (
    <form className="login-form" onSubmit={submit}>
      {methods.length > 1 && <MethodTabs methods={methods} method={method} onChoose={choose} />}
      {method === 'api-key' ? (
        <label className="field" key="api-key">
          {texts.apiKey}
          <input name="apiKey" type="password" autoComplete="off" required />
        </label>
      ) : (
        <>
          <label className="field">
            {texts.username}
            <input name="username" autoComplete="username" autoCapitalize="none" required />
          </label>
          <label className="field">
            {texts.password}
            <input name="password" type="password" autoComplete="current-password" required />
          </label>
        </>
      )}
      <button type="submit" className="btn primary" disabled={submitting}>
        {submitting ? texts.submitting : texts.submit}
      </button>
    </form>
  )
}

function AccessFacts({ status }: { status: AuthStatusAnswer }) {
  const facts = [
    [texts.authentication, texts.enabled(status.enabled)],
    [texts.rateLimiting, texts.enabled(status.rateLimiting)],
    [texts.sessionTimeout, texts.minutes(Math.floor(status.sessionTimeout / 60))],
  ]
  return (
    <dl className="login-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { AuthStatusAnswer, LoginRequest } from '#contract/auth.ts'
import { access as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import type { Login } from './access.ts'
import { Limited, LinkCommand, LoginForm } from './LoginForm.tsx'

export interface LoginScreenProps {
  state: Login
  onSubmit(credentials: LoginRequest): void
}

/** Reasons for the end of a session that are no failures. */
const ENDS: readonly string[] = [texts.ended, texts.restored]

/** Offers the login methods that the server reports; without any, it says where the link is. */
export function LoginScreen({ state, onSubmit }: LoginScreenProps) {
  const { status, problem, limitedUntil, linkRefused = false, submitting } = state
  const methods = status?.methods ?? []
  return (
    <>
      <Card title={texts.title} className="mx-auto max-w-md sm:mt-6">
        <CardBody className="grid grid-cols-1 gap-4">
          <p className="text-sm text-ink-2">{texts.whatItIs}</p>
          <p className="font-medium">{texts.lead}</p>
          <div role="alert" className="empty:-mb-4">
            {problem !== null && (
              <Note kind={ENDS.includes(problem) ? 'info' : 'bad'}>
                {limitedUntil === undefined ? <p>{problem}</p> : <Limited until={limitedUntil} />}
                {status === null && <p className="mt-1">{texts.asksAgain}</p>}
                {linkRefused && status && <LinkCommand from={status.signInLink} />}
              </Note>
            )}
          </div>
          {methods.length > 0 && (
            <LoginForm methods={methods} submitting={submitting} onSubmit={onSubmit} />
          )}
          {status?.needsSetup && !linkRefused && (
            <Note>
              <p>{texts.noLogin}</p>
              <LinkCommand from={status.signInLink} />
            </Note>
          )}
          {status !== null && <AccessFacts status={status} />}
          {status && methods.length > 0 && !linkRefused && (
            <details className="text-sm text-ink-2">
              <summary className="touch w-fit rounded-sm py-0.5 text-ink-3 hover:text-ink">
                {texts.lostLogin}
              </summary>
              <p className="mt-1.5">{texts.lostLoginHelp}</p>
              <LinkCommand from={status.signInLink} />
            </details>
          )}
        </CardBody>
      </Card>
      <LanguageLinks />
    </>
  )
}

function AccessFacts({ status }: { status: AuthStatusAnswer }) {
  const facts = [
    [texts.authentication, texts.enabled(status.enabled)],
    [texts.rateLimiting, texts.enabled(status.rateLimiting)],
    [texts.sessionTimeout, texts.minutes(Math.floor(status.sessionTimeout / 60))],
  ]
  return (
    <dl className="grid grid-cols-1 gap-1 rounded-md border border-line bg-sunken px-3.5 py-2.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-ink-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

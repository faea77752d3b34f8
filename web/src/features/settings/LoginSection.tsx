import { settings as texts } from '../../texts/texts.ts'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { LoginPanel } from '../account/LoginPanel.tsx'
import { SessionsPanel } from '../account/SessionsPanel.tsx'
import type { SectionProps } from './section-props.ts'

const { password, sessions } = texts.single

/** What the owner signs in with, and where somebody is signed in. */
export default function LoginSection({ userId, onDoubt }: SectionProps) {
  return (
    <Settings>
      <Setting name="sessions" title={sessions.title}>
        <SessionsPanel />
      </Setting>
      {userId !== null && (
        <Setting name="password" title={password.title}>
          <LoginPanel userId={userId} onDone={onDoubt} />
        </Setting>
      )}
    </Settings>
  )
}

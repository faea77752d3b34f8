import { account as texts } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isApiKey } from '../audit/describe-entry.ts'
import { useAuthStatus } from '../auth/get-auth-status.ts'
import { PasswordForm } from '../auth/PasswordForm.tsx'
import { Loaded } from './Loaded.tsx'

export interface LoginPanelProps {
  userId: string
  onDone(): void
}

/** Sets or changes username and password. */
export function LoginPanel({ userId, onDone }: LoginPanelProps) {
  const status = useAuthStatus()
  return (
    <Loaded query={status} placeholder={<Skeleton className="h-80" />}>
      {({ needsCurrentPassword = true }) => (
        <div className="max-w-sm">
          <PasswordForm
            lead={texts.loginLead}
            username={isApiKey(userId) ? '' : userId}
            needsCurrent={needsCurrentPassword}
            submit={texts.changeLogin}
            onDone={onDone}
          />
        </div>
      )}
    </Loaded>
  )
}

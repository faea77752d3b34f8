import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LoginRequest } from '#contract/auth.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { access, common } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { authStatusQuery, limitedUntilOf } from './access.ts'
import { type Confirming, confirm } from './confirming.ts'
import { Limited, LinkCommand, LoginForm } from './LoginForm.tsx'

const texts = access.confirm

/** Asks for the credential again before a secret is shown. What is typed is gone with the dialog. */
export default function ConfirmDialog({ confirming }: { confirming: Confirming }) {
  const { data: status } = useQuery(authStatusQuery)
  const [submitting, setSubmitting] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)

  async function submit(credentials: LoginRequest) {
    if (submitting) return
    setSubmitting(true)
    setProblem(null)
    try {
      await confirm(credentials)
      confirming.settle(true)
    } catch (error) {
      const limitedUntil = limitedUntilOf(error)
      setProblem(
        limitedUntil === undefined ? (
          `${texts.failed}: ${reasonOf(error)}`
        ) : (
          <Limited until={limitedUntil} />
        ),
      )
      setSubmitting(false)
    }
  }

  return (
    <Dialog
      open
      title={texts.title}
      description={texts.lead}
      onClose={() => confirming.settle(false)}
      actions={<Button onClick={() => confirming.settle(false)}>{common.cancel}</Button>}
    >
      <FormFailure text={problem} className="mb-3" />
      {status === undefined ? (
        <p role="status">{common.loading}</p>
      ) : status.needsSetup ? (
        <>
          <p className="text-ink-2">{texts.link}</p>
          <LinkCommand from={status.signInLink} />
        </>
      ) : (
        <LoginForm
          methods={status.methods}
          user={status.userId}
          words={texts}
          submitting={submitting}
          onSubmit={(credentials) => void submit(credentials)}
        />
      )}
    </Dialog>
  )
}

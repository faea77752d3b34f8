import { useState } from 'react'
import type { ImportReport } from '#contract/import.ts'
import type { Scope } from '#contract/scopes.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { importing as texts } from '#web/texts/texts.ts'
import { Card, CardBody } from '#web/ui/Card.tsx'
import { toastDone } from '#web/ui/toast.ts'
import { Steps } from '../keyset/Steps.tsx'
import { FilesForm, PasswordForm, ReportForm } from './ImportForms.tsx'
import { type IglooFiles, useSendIgloo } from './send-igloo.ts'

export interface ImportScreenProps {
  onDone(): void
  onCancel(): void
}

/** Whose share is to come over, and by which password; without accounts there is neither. */
interface Who {
  user?: string
  password?: string
}

type Step =
  | { at: 'files' }
  | { at: 'password'; files: IglooFiles; users: readonly string[] }
  | { at: 'report'; files: IglooFiles; who: Who; report: ImportReport; scope: Scope | undefined }

const STEPS = ['files', 'password', 'report'] as const satisfies Step['at'][]

/** Imports from an igloo-server: asks for its files and their password, shows what would come over, then imports it. */
export default function ImportScreen({ onDone, onCancel }: ImportScreenProps) {
  const [step, go] = useState<Step>({ at: 'files' })
  const { mutateAsync, error, reset, isPending } = useSendIgloo()
  const problem = error && reasonOf(error)

  async function look(files: IglooFiles, who: Who, scope?: Scope) {
    if (isPending) return
    // A failure is shown where it happened.
    const answer = await mutateAsync({ files, ...who, scope, dryRun: true }).catch(() => null)
    if (answer?.state === 'locked') go({ at: 'password', files, users: answer.users })
    if (answer?.state === 'dry run') go({ at: 'report', files, who, scope, report: answer })
  }

  async function carryOut({ files, who, scope }: Extract<Step, { at: 'report' }>) {
    if (isPending) return
    const answer = await mutateAsync({ files, ...who, scope, dryRun: false }).catch(() => null)
    if (answer?.state !== 'imported') return
    toastDone(texts.done)
    onDone()
  }

  const back = () => {
    reset()
    go({ at: 'files' })
  }

  return (
    <div className="mx-auto max-w-160">
      <Card title={texts.title}>
        <CardBody>
          <Steps label={texts.steps} steps={texts.stepNames} current={STEPS.indexOf(step.at)} />
          {step.at === 'files' && (
            <FilesForm
              problem={problem}
              isPending={isPending}
              onChange={reset}
              onFiles={(files) => void look(files, {})}
              onCancel={onCancel}
            />
          )}
          {step.at === 'password' && (
            <PasswordForm
              users={step.users}
              problem={problem}
              isPending={isPending}
              onChange={reset}
              onPassword={(user, password) => void look(step.files, { user, password })}
              onBack={back}
            />
          )}
          {step.at === 'report' && (
            <ReportForm
              report={step.report}
              scope={step.scope}
              problem={problem}
              isPending={isPending}
              onScope={(scope) => void look(step.files, step.who, scope)}
              onImport={() => void carryOut(step)}
              onBack={back}
            />
          )}
        </CardBody>
      </Card>
    </div>
  )
}

import { useState } from 'react'
import type { ApiKeyCreated, AuthMethod } from '#contract/auth.ts'
import { focusFirstField } from '../../lib/forms.ts'
import { access, account } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { NewKeyForm, NewKeyShown } from './NewKeyForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'

const texts = account.setUp
const METHODS: readonly AuthMethod[] = ['basic-auth', 'api-key']

type Stage =
  | { at: 'choosing'; method: AuthMethod }
  /** A key was made, and nobody has confirmed yet that they have it. */
  | { at: 'keeping'; made: ApiKeyCreated }
  | { at: 'done' }

export interface SetUpScreenProps {
  /** Called once a login exists. */
  onDone(): void
}

/**
 * For somebody who came by a link and has nothing to sign in with next time: asks for a username and
 * password, or makes an API key. The only way past it is to sign out: a console without a login
 * would be lost with its session.
 */
export function SetUpScreen({ onDone }: SetUpScreenProps) {
  const [stage, setStage] = useState<Stage>({ at: 'choosing', method: 'basic-auth' })

  function finish() {
    setStage({ at: 'done' })
    onDone()
  }

  return (
    <Card title={texts.title} className="mx-auto max-w-md sm:mt-6">
      <CardBody>
        {stage.at === 'done' ? (
          // Seen only until the server has said who is signed in now.
          <Note kind="ok">
            <p className="mb-3">{texts.done}</p>
            <Button onClick={onDone}>{texts.goOn}</Button>
          </Note>
        ) : (
          <div ref={focusFirstField}>
            <p className="mb-4 text-ink-2">{texts.lead}</p>
            <Segments
              label={texts.methodsLabel}
              tabs={METHODS.map((value) => ({ value, text: access.methods[value] }))}
              value={stage.at === 'choosing' ? stage.method : 'api-key'}
              onChange={(method) => setStage({ at: 'choosing', method })}
            >
              {stage.at === 'choosing' && stage.method === 'basic-auth' ? (
                <PasswordForm
                  lead={texts.passwordLead}
                  username={texts.username}
                  needsCurrent={false}
                  submit={texts.setPassword}
                  onDone={finish}
                />
              ) : (
                <NewKeyForm
                  lead={texts.keyLead}
                  name={texts.keyName}
                  onlyScope="admin"
                  onMade={(made) => setStage({ at: 'keeping', made })}
                />
              )}
            </Segments>
          </div>
        )}
      </CardBody>
      <Dialog open={stage.at === 'keeping'} title={account.newKey.keepTitle}>
        {stage.at === 'keeping' && <NewKeyShown made={stage.made} onKept={finish} />}
      </Dialog>
    </Card>
  )
}

import { useState } from 'react'
import { configure } from '../../texts/configure.ts'
import { settings as texts } from '../../texts/settings.ts'
import { shell } from '../../texts/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { ClearDialog } from '../configure/ClearDialog.tsx'
import { SavedCredentials } from '../credentials/SavedCredentials.tsx'
import type { SectionProps } from './section-props.ts'

const { credentials, change, clear } = texts.single

/** What the signer runs on: masked until the owner has shown who they are, changed, and cleared. */
export default function SecretsSection({ saved, onConfigure }: SectionProps) {
  const [clearing, setClearing] = useState(false)
  if (!saved.configured) {
    return (
      <>
        <p className="mb-3 text-ink-2">{texts.noCredentials}</p>
        <Button onClick={onConfigure}>{texts.configure}</Button>
      </>
    )
  }
  return (
    <>
      <Settings>
        <Setting name="credentials" title={credentials.title}>
          <SavedCredentials keysetName={saved.name || shell.savedShare} />
        </Setting>
        <Setting name="change" title={change.title} lead={texts.changeLead}>
          <Button onClick={onConfigure}>{shell.backToConfigure}</Button>
        </Setting>
        <Setting name="clear" title={clear.title} lead={texts.clearLead}>
          <Button onClick={() => setClearing(true)}>{configure.clear}</Button>
        </Setting>
      </Settings>
      <ClearDialog
        open={clearing}
        finalFocus={undefined}
        onClose={() => setClearing(false)}
        onCleared={() => setClearing(false)}
      />
    </>
  )
}

import { credentials as credentialTexts, shell, settings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Setting, Settings } from '../../ui/Setting.tsx'
import type { SectionProps } from './section-props.ts'

const { credentials, change } = texts.single

/** Leads to the signer's credentials, which are shown and changed on other screens. */
export default function SecretsSection({ saved, onConfigure, onCredentials }: SectionProps) {
  if (!saved.configured) {
    return (
      <>
        <p className="mb-3 text-ink-2">{texts.noCredentials}</p>
        <Button onClick={onConfigure}>{texts.configure}</Button>
      </>
    )
  }
  return (
    <Settings>
      <Setting name="credentials" title={credentials.title} lead={texts.credentialsLead}>
        <Button onClick={onCredentials}>{credentialTexts.show}</Button>
      </Setting>
      <Setting name="change" title={change.title} lead={texts.changeLead}>
        <Button onClick={onConfigure}>{shell.backToConfigure}</Button>
      </Setting>
    </Settings>
  )
}

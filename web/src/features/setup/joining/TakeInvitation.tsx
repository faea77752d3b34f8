import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { PACKAGE_CHARS_MAX } from '#contract/limits.ts'
import { cleanLink, inSmallLetters } from '#contract/pasted-link.ts'
import { useDecoders } from '#web/lib/decoders.ts'
import { invitationIn, pastedCredentials } from '#web/lib/pasted-credentials.ts'
import { readText } from '#web/lib/read-text.ts'
import { type Recognised, recognise } from '#web/lib/recognise.ts'
import { sealedKind } from '#web/lib/sealed-package.ts'
import { common, joining as texts } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { ScanButtons } from '#web/ui/ScanButtons.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { StepHeading } from '../keyset/Steps.tsx'
import { type ElsewhereProps, Misplaced } from '../Misplaced.tsx'
import { PackagePanel } from './PackagePanel.tsx'

export interface TakeInvitationProps extends ElsewhereProps {
  /** An invitation that was put in elsewhere; undefined: none. */
  invitation: string | undefined
}

/** Takes an invitation: by camera, as a picture, a file or a text; and then its password. */
export function TakeInvitation({ invitation = '', onElse, onApp }: TakeInvitationProps) {
  const [text, setText] = useState(invitation)
  const [problem, setProblem] = useState<string | null>(null)
  const decoders = useDecoders()
  const is = kindOf(text)
  const read = is === 'invitation' ? decoders?.parsePackage(text.trim()) : undefined
  const unreadable = read?.ok === false ? texts.unreadable(translateMessage(read)) : null

  function take(given: string) {
    setProblem(null)
    setText(inviting(given))
  }

  async function open(chosen: File) {
    if (chosen.size > PACKAGE_CHARS_MAX) return setProblem(texts.fileTooLarge)
    const content = await readText(chosen)
    if (content === null) return setProblem(common.fileUnreadable)
    take(content)
    if (kindOf(inviting(content)) === null) setProblem(texts.nothing)
  }

  return (
    <>
      <StepHeading title={texts.takeTitle} lead={texts.takeLead} />
      {text === '' && (
        <div className="flex flex-wrap gap-2 max-sm:[&_button]:w-full">
          <ScanButtons title={texts.scanTitle} onCode={take} />
          <FileButton label={texts.fileLabel} onFile={(chosen) => void open(chosen)}>
            <FileUp size={16} strokeWidth={1.8} aria-hidden />
            {texts.file}
          </FileButton>
        </div>
      )}
      <SecretField
        label={texts.invitation}
        placeholder={texts.placeholder}
        value={text}
        onText={take}
        error={problem ?? unreadable ?? (text !== '' && is === null ? texts.nothing : null)}
      />
      {is === 'invitation' && unreadable === null && (
        <PackagePanel
          key={text}
          sealed={text.trim()}
          kind="bfonboard"
          groupCredential={undefined}
          onOpened={() => {}}
        />
      )}
      {is !== null && is !== 'invitation' && (
        <Misplaced kind={is} text={text} onElse={onElse} onApp={onApp} />
      )}
    </>
  )
}

/** The invitation in a link or a text; the text itself if there is none. */
function inviting(text: string): string {
  const link = inSmallLetters(cleanLink(text))
  if (sealedKind(link) === 'bfonboard') return link
  return invitationIn(text) ?? text
}

function kindOf(text: string): Recognised | 'share' | null {
  return recognise(text) ?? (pastedCredentials(text) === null ? null : 'share')
}

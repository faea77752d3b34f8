import { Camera } from 'lucide-react'
import { type ClipboardEvent, type FocusEvent, useState } from 'react'
import { PACKAGE_CHARS_MAX } from '#contract/limits.ts'
import { lazyPart, loadPart } from '#web/lib/load-part.ts'
import { invitationIn } from '#web/lib/pasted-credentials.ts'
import { readText } from '#web/lib/read-text.ts'
import { recognise } from '#web/lib/recognise.ts'
import {
  common,
  importing as importingTexts,
  joining as joiningTexts,
  scan as scanning,
  configure as texts,
} from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { HelpTip } from '#web/ui/HelpTip.tsx'
import { PartFrame } from '#web/ui/PartFrame.tsx'
import { hasCamera } from '#web/ui/ScanButtons.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import { IdentityWords } from '../../home/Identity.tsx'
import { PackagePanel } from '../joining/PackagePanel.tsx'
import { type ElsewhereProps, Misplaced } from '../Misplaced.tsx'
import type { Check } from './checks.ts'
import type { Opened, TextField } from './form.ts'
import type { ConfigureForm } from './use-configure-form.ts'

export interface CredentialFieldsProps extends ElsewhereProps {
  form: ConfigureForm
  /** The save button's name. */
  saveLabel: string
  /** The server's objection to a field. */
  refusalOf(field: TextField): string | null
}

/** Keyset name, share and group credential, and what they are together. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { form, saveLabel, refusalOf, onElse, onApp } = props
  const { values, inputs, checks, notice } = form
  const field = (name: TextField) => ({
    ref: inputs[name],
    label: texts[name],
    value: values[name],
    onText: (text: string) => {
      const is = recognise(text)
      if (is === 'invitation') return onElse('join', { invitation: text.trim() })
      // A whole key is masked at once, wherever it was put.
      form.change(
        is === 'nsec' && name !== 'share' ? { share: text, [name]: '' } : { [name]: text },
      )
      form.visit(name)
    },
    // The message under an empty field would move what is pressed outside of the form.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
      const isLeft = relatedTarget !== null && !currentTarget.form?.contains(relatedTarget)
      if (!isLeft) form.visit(name)
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      if (take(text, name)) event.preventDefault()
    },
    error: refusalOf(name) ?? form.problemOf(name),
    fact: factOf(checks[name]),
    required: true,
  })
  /** The pressed button is gone with its panel: focus returns to the top of the form. */
  const fill = (opened: Opened, why: string) => {
    form.take(opened, why)
    inputs.name.current?.focus()
  }
  /** Puts what was pasted where it belongs. @returns false if nothing in it was recognised */
  function take(text: string, name: TextField): boolean {
    const invitation = invitationIn(text)
    if (invitation === undefined) {
      const isTaken = form.takeText(text, name)
      // The focus follows the text. The field that it leaves shows its message now, and not under a later press.
      if (isTaken && recognise(text) !== null) inputs.share.current?.focus()
      return isTaken
    }
    onElse('join', { invitation })
    return true
  }
  const misplaced = recognise(values.share)
  const sealed = checks.share.is === 'sealed' ? checks.share.kind : null
  // A group that is not read yet, because the decoders are still loading, is checked by the server.
  const hasGroup = checks.group.is === 'sound' || checks.group.is === 'unread'

  return (
    <>
      <Field
        {...field('name')}
        autoComplete="off"
        placeholder={texts.namePlaceholder}
        help={<HelpTip subject={texts.name} text={texts.nameHelp} />}
      />
      <SecretField
        {...field('share')}
        placeholder={texts.sharePlaceholder}
        help={<HelpTip subject={texts.share} text={texts.shareHelp} />}
      />
      {values.share === '' && <OpenShareFile onText={(text) => take(text, 'share')} />}
      {misplaced !== null && misplaced !== 'invitation' && (
        <Misplaced kind={misplaced} text={values.share} onElse={onElse} onApp={onApp} />
      )}
      {sealed !== null && (
        <PackagePanel
          key={values.share}
          sealed={values.share.trim()}
          kind={sealed}
          groupCredential={hasGroup ? values.group.trim() : undefined}
          onOpened={(opened) => fill(opened, whatToDo(opened, saveLabel))}
        />
      )}
      {/* An invitation's group comes from the inviter; a profile contains its own. */}
      {(sealed === null || sealed === 'bfshare') && (
        <SecretField
          {...field('group')}
          {...(sealed !== null && { error: values.group === '' ? null : field('group').error })}
          hint={sealed !== null && joiningTexts.groupOptional}
          placeholder={texts.groupPlaceholder}
          help={<HelpTip subject={texts.group} text={texts.groupHelp} />}
        />
      )}
      <p role="status" className="text-sm text-ice empty:hidden">
        {notice}
      </p>
      <div role="status" className="flex gap-2 text-sm text-ink-2 empty:hidden">
        {checks.pair !== null && (
          <>
            <span className="mt-0.5">
              <StateIcon state="ok" word={common.done} />
            </span>
            <div className="min-w-0">
              <p>{checks.pair.text}</p>
              <div className="text-ink">
                <IdentityWords npub={checks.pair.npub} />
              </div>
              <p className="font-mono text-mono break-all text-ink-3">{checks.pair.npub}</p>
            </div>
          </>
        )}
      </div>
    </>
  )
}

function whatToDo(opened: Opened, saveLabel: string): string {
  const denied = opened.policies?.length ?? 0
  const next = joiningTexts.opened(saveLabel)
  return denied === 0 ? next : `${next} ${joiningTexts.policies(denied)}`
}

const factOf = (check: Check): string | null => (check.is === 'sound' ? check.fact : null)

const CameraDialog = lazyPart(() => import('#web/ui/CameraDialog.tsx'))

interface OpenShareFileProps {
  /** @returns false: there is nothing in it */
  onText(text: string): boolean
}

/**
 * Takes a share from a file: one that igloo-desktop or igloo-cli has saved, any with credentials in it, a
 * picture of a QR code; or from a code in front of the camera.
 */
function OpenShareFile({ onText }: OpenShareFileProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isScanning, setScanning] = useState(false)

  const takeText = (text: string) => setProblem(onText(text) ? null : importingTexts.fileEmpty)

  async function takePicture(picture: File) {
    const { readPicture } = await loadPart(() => import('#web/lib/read-code.ts'))
    const text = await readPicture(picture)
    if (text === undefined) setProblem(scanning.noCode)
    else takeText(text)
  }

  async function take(file: File | undefined) {
    if (file === undefined) return
    if (file.type.startsWith('image/')) {
      return takePicture(file).catch(() => setProblem(scanning.noCode))
    }
    if (file.size > PACKAGE_CHARS_MAX) return setProblem(importingTexts.fileTooLarge)
    const text = await readText(file)
    if (text === null) setProblem(common.fileUnreadable)
    else takeText(text)
  }

  return (
    <fieldset
      aria-label={importingTexts.openLabel}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
      className="-mt-1 rounded-md border border-dashed border-edge px-3 py-1.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-2">
          {importingTexts.openLead}
        </p>
        <FileButton label={importingTexts.open} onFile={(file) => void take(file)}>
          {importingTexts.open}
        </FileButton>
        {hasCamera() && (
          <Button onClick={() => setScanning(true)}>
            <Camera size={16} strokeWidth={1.8} aria-hidden />
            {scanning.camera}
          </Button>
        )}
      </div>
      <p role="alert" className="mt-1 text-sm text-bad empty:hidden">
        {problem}
      </p>
      {isScanning && (
        <PartFrame>
          <CameraDialog
            title={importingTexts.scanTitle}
            onCode={(text) => {
              setScanning(false)
              takeText(text)
            }}
            onClose={() => setScanning(false)}
          />
        </PartFrame>
      )}
    </fieldset>
  )
}

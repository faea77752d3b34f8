import { Download } from 'lucide-react'
import { useState } from 'react'
import type { SealAnswer } from '#contract/packages.ts'
import { download } from '../../lib/download.ts'
import { moving as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { toastDone } from '../../ui/toast.ts'
import { ToCompare } from '../identity/ToCompare.tsx'
import { QrDialog, type QrSubject } from '../keyset/QrDialog.tsx'
import { qrFits } from '../keyset/qr-fits.ts'
import { SecretText } from '../keyset/SecretText.tsx'
import { profileFile } from './package-file.ts'

export interface SealedShareProps {
  /** The keyset's name, for the file. */
  name: string
  sealed: SealAnswer
  onAnother(): void
}

const focusOn = (element: HTMLElement | null) => element?.focus()

/** A share as packages, and their password, to take to its device. */
export function SealedShare({ name, sealed, onAnother }: SealedShareProps) {
  const [qr, setQr] = useState<QrSubject | null>(null)
  const { npub, index, bfprofile, bfshare, password } = sealed
  const { profile, share, password: key } = texts.sealedWhat

  function save() {
    const file = profileFile(name, sealed)
    download(file.name, file.content)
    toastDone(texts.downloaded(file.name))
  }

  const shown = (what: string, text: string) => ({
    what,
    text,
    ...(qrFits(text) && { onQr: () => setQr({ what, text }) }),
  })
  return (
    <>
      <p ref={focusOn} tabIndex={-1} className="mb-3 outline-none">
        {texts.sealedLead(index)}
      </p>
      <SecretText
        label={texts.profile}
        fact={texts.profileFact}
        {...shown(profile(index), bfprofile)}
      />
      {!qrFits(bfprofile) && (
        <p className="-mt-2.5 mb-4 text-xs text-ink-3">{texts.profileTooLong}</p>
      )}
      <Button className="-mt-1 mb-5" onClick={save}>
        <Download size={16} strokeWidth={1.8} aria-hidden />
        {texts.download}
      </Button>
      <SecretText
        label={texts.shareAlone}
        fact={texts.shareAloneFact}
        {...shown(share(index), bfshare)}
      />
      <SecretText label={texts.password} what={key(index)} text={password} />
      <p className="-mt-2 text-sm text-ink-2">{texts.sealedPasswordLead}</p>
      <div className="mt-4">
        <ToCompare npub={npub} />
      </div>
      <p className="mt-4 text-sm text-ink-2">{texts.sealedOnce}</p>
      <Button className="mt-3" onClick={onAnother}>
        {texts.sealAnother}
      </Button>
      {qr && <QrDialog {...qr} onClose={() => setQr(null)} />}
    </>
  )
}

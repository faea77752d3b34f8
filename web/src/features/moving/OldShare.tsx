import { Download } from 'lucide-react'
import { download } from '../../lib/download.ts'
import { moving as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { toastDone } from '../../ui/toast.ts'
import { SecretText } from '../keyset/SecretText.tsx'
import type { Dealt } from './flow.ts'
import { oldShareFile } from './package-file.ts'

export interface OldShareProps {
  dealt: Pick<Dealt, 'name' | 'npub'>
  shareCredential: string
  groupCredential: string
  isKept: boolean
  onKept(isKept: boolean): void
}

/** The share that the new one replaces: without it, losing the invitations could lose the key. */
export function OldShare({ dealt, isKept, onKept, ...old }: OldShareProps) {
  function save() {
    const file = oldShareFile(dealt.name, dealt.npub, old)
    download(file.name, file.content)
    toastDone(texts.downloaded(file.name))
  }

  return (
    <section className="mt-5 border-t border-line pt-4">
      <h4 className="font-semibold">{texts.oldTitle}</h4>
      <p className="mt-0.5 mb-3 text-ink-2">{texts.oldLead}</p>
      <SecretText label={texts.oldShare} what={texts.oldWhat.share} text={old.shareCredential} />
      <SecretText label={texts.oldGroup} what={texts.oldWhat.group} text={old.groupCredential} />
      <Button className="-mt-1 mb-4" onClick={save}>
        <Download size={16} strokeWidth={1.8} aria-hidden />
        {texts.download}
      </Button>
      <Confirmation checked={isKept} onChange={onKept} text={texts.oldKept} />
    </section>
  )
}

import { QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import type { KeysetOutline } from '#contract/credentials.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { common, identity, home as texts } from '../../texts/texts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { shortNpub } from './short-npub.ts'

const NpubDialog = lazyPart(() => import('./NpubDialog.tsx'))

export interface WhoIAmProps {
  name: string
  picture?: string | undefined
  /** null: there is none, or it can't be read. */
  keyset: KeysetOutline | null
}

/** Whom the signer signs as, and which of the devices it is. */
export function WhoIAm({ name, picture, keyset }: WhoIAmProps) {
  const [isQrShown, showQr] = useState(false)
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar large name={name} picture={picture} />
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-[1.25rem] leading-tight font-[650] tracking-tight wrap-anywhere">
          {name}
        </h2>
        {keyset && (
          <>
            <p className="flex min-h-8 flex-wrap items-center text-ink-3">
              <span className="mr-1 font-mono text-mono" title={keyset.npub}>
                {shortNpub(keyset.npub)}
              </span>
              <CopyButton text={keyset.npub} what={identity.npubWhat} />
              <IconButton
                icon={QrIcon}
                label={common.show(texts.qr)}
                aria-haspopup="dialog"
                onClick={() => showQr(true)}
              />
            </p>
            <p className="text-xs text-pretty text-ink-3">
              {texts.threshold(keyset.threshold, keyset.members)} · {texts.member(keyset.index)}
            </p>
          </>
        )}
      </div>
      {isQrShown && keyset && (
        <PartFrame>
          <NpubDialog name={name} npub={keyset.npub} onClose={() => showQr(false)} />
        </PartFrame>
      )}
    </div>
  )
}

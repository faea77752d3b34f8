import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { InviteAnswer } from '#contract/apps.ts'
import { countdown } from '../../lib/time.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useCopy } from '../../ui/CopyButton.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { Note } from '../../ui/Note.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useServerNow } from '../home/server-clock.ts'
import { useReinviteApp } from './changes.ts'
import { useApps } from './queries.ts'

/** Pixels. */
const CODE_WIDTH = 300

export interface InvitedLinkProps {
  invited: InviteAnswer
  /** ISO date of the pairing before this link; undefined: there was none. */
  pairedBefore: string | undefined
  onInvited(invited: InviteAnswer): void
  /** Called when a client has used the link. */
  onPaired(id: string): void
}

/** A link to hand to an app, until an app has used it or its time is over. */
export function InvitedLink({ invited, pairedBefore, onInvited, onPaired }: InvitedLinkProps) {
  const { id, uri, expiresAt } = invited
  const left = Date.parse(expiresAt) - useServerNow()
  const again = useReinviteApp(onInvited)
  const isPaired = useIsPaired(id, pairedBefore)
  const reportPaired = useEffectEvent(() => onPaired(id))
  useEffect(() => {
    if (isPaired) reportPaired()
  }, [isPaired])

  if (left <= 0) {
    return (
      <Note kind="warn">
        <p role="status" className="mb-3">
          {texts.lapsed}
        </p>
        <Button busy={again.isPending} onClick={() => again.mutate(id)}>
          {texts.newLink}
        </Button>
      </Note>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-2">{texts.linkLead}</p>
      {/* On a phone the app is on the same phone: the link comes first, not the code. */}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div className="max-sm:order-last">
          <QrCode text={uri} label={texts.linkQr} width={CODE_WIDTH} />
        </div>
        <div className="grid min-w-0 gap-3">
          <LinkButtons uri={uri} />
          <div>
            <p className="mb-1 text-sm text-ink-3">{texts.link}</p>
            <p className="rounded-md border border-line bg-sunken px-2.5 py-2 font-mono text-mono break-all">
              {uri}
            </p>
          </div>
          <Note>{texts.waiting(countdown(left))}</Note>
        </div>
      </div>
    </div>
  )
}

/** Whether a client has been paired since. */
function useIsPaired(id: string, pairedBefore: string | undefined): boolean {
  const app = useApps().data?.apps.find((one) => one.id === id)
  return app?.pairedAt !== undefined && app.pairedAt !== pairedBefore
}

function LinkButtons({ uri }: { uri: string }) {
  const [copied, copy] = useCopy(uri)
  const Icon = copied ? Check : Copy
  return (
    <div className="flex flex-wrap gap-2 max-sm:[&>*]:min-h-11 max-sm:[&>*]:w-full">
      <Button kind="primary" onClick={copy}>
        <Icon size={16} strokeWidth={1.8} aria-hidden />
        {copied ? common.copied : texts.copyLink}
      </Button>
      <span role="status" className="sr-only">
        {copied && common.copied}
      </span>
      <ButtonLink href={uri}>
        <ExternalLink size={16} strokeWidth={1.8} aria-hidden />
        {texts.openLink}
      </ButtonLink>
    </div>
  )
}

export interface PairedNoteProps {
  id: string
  /** Shows the app's page; missing where that page is already shown. */
  onShow?: () => void
  onClose(): void
}

/** Says which app was paired. */
export function PairedNote({ id, onShow, onClose }: PairedNoteProps) {
  const app = useApps().data?.apps.find((one) => one.id === id)
  const { name = '', client, claims } = app ?? {}
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <Identicon pubkey={client} large />
      <div role="status">
        <p className="text-base font-semibold">{texts.paired(name)}</p>
        <p className="text-ink-2">{texts.pairedLead}</p>
        {claims?.name !== undefined && claims.name !== name && (
          <p className="mt-1 text-sm text-ink-3">
            {texts.callsItself(claims.name)} {texts.nameClaimed}
          </p>
        )}
      </div>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {onShow && <Button onClick={onShow}>{texts.showApp}</Button>}
        <Button kind="primary" onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </div>
  )
}

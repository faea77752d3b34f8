import { useQuery } from '@tanstack/react-query'
import type { Peer } from '#contract/peers.ts'
import { common, peers as peersTexts, warnings as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { deviceName, peersQuery, useAllowV1 } from '../signer/peers.ts'
import { bringBack, dismiss, useWarnings } from './warnings.ts'

export interface WarningsDialogProps {
  /** This server lets everyone in. */
  openAccess: boolean
  onClose(): void
}

/** Each warning with what to do about it; those that break nothing can be set aside. */
export default function WarningsDialog({ openAccess, onClose }: WarningsDialogProps) {
  const { shown, dismissed } = useWarnings(openAccess)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={texts.title}
      actions={<Button onClick={onClose}>{common.close}</Button>}
    >
      {shown.length === 0 ? (
        <p className="text-ink-2">{texts.none}</p>
      ) : (
        <ul aria-label={texts.title} className="grid gap-2">
          {shown.map(({ text, alsoFor, shutOut, breaks }) => (
            <li key={text}>
              <Note kind={breaks ? 'bad' : 'warn'}>
                <p>
                  {translateMessage(text)} {alsoFor.length > 0 && texts.alsoFor(alsoFor.join(', '))}
                </p>
                {shutOut && <AllowOlder keys={shutOut} />}
                {!breaks && (
                  <Button
                    className="mt-2"
                    aria-label={texts.dismissOf(translateMessage(text))}
                    onClick={() => dismiss(text)}
                  >
                    {texts.dismiss}
                  </Button>
                )}
              </Note>
            </li>
          ))}
        </ul>
      )}
      {dismissed.length > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {texts.dismissed(dismissed.length)}
          <Button kind="quiet" onClick={() => bringBack(dismissed.map(({ text }) => text))}>
            {texts.bringBack}
          </Button>
        </p>
      )}
    </Dialog>
  )
}

/** A button for each device that is refused in 1.x for what it spoke once. @param keys as they begin */
function AllowOlder({ keys }: { keys: readonly string[] }) {
  const { data } = useQuery(peersQuery)
  const peers = data?.peers.filter(
    ({ pubkey, firstGenerationAllowed }) =>
      !firstGenerationAllowed && keys.some((key) => pubkey.startsWith(key)),
  )
  return peers?.map((peer) => <AllowButton key={peer.pubkey} peer={peer} />)
}

function AllowButton({ peer }: { peer: Peer }) {
  const { mutate, isPending } = useAllowV1(peer)
  const name = deviceName(peer)
  return (
    <Button
      className="mt-2 mr-2"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate({ allowed: true, message: peersTexts.older.told(name, true) })
      }}
    >
      {peersTexts.older.allow(name)}
    </Button>
  )
}

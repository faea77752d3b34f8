import { QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import type { CredentialsAnswer, KeysetOutline } from '#contract/credentials.ts'
import type { Overview } from '#contract/overview.ts'
import type { Snapshot } from '#contract/status.ts'
import { wholeNumber } from '../../lib/format.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { ago, describeDuration } from '../../lib/time.ts'
import { common, identity, shell, signer as signerTexts, home as texts } from '../../texts/texts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { TestSignature } from '../devices/TestSignature.tsx'
import { deviceName } from '../signer/peers.ts'
import type { StatusQuery } from './get-status.ts'
import { HealthLine } from './HealthLine.tsx'
import { useIsFresh } from './is-fresh.ts'
import { NeedRows } from './NeedRows.tsx'
import type { ListedNeeds } from './needs.ts'
import { Ring } from './Ring.tsx'

export interface IdentityCardProps {
  saved: CredentialsAnswer
  status: StatusQuery
  needs: ListedNeeds
}

/** The identity, which devices are online, whether it can sign, and what needs the owner: all of one moment. */
export function IdentityCard({ saved, status, needs }: IdentityCardProps) {
  const { keyset, name = '' } = saved
  const { data } = status
  const isFresh = useIsFresh(status)
  const overview = data?.overview
  return (
    <section
      aria-label={texts.card}
      className="mb-4 rounded-[16px] border border-line bg-surface px-4 shadow-card sm:px-6"
    >
      <div className="grid items-center gap-x-7 gap-y-4 pt-4.5 pb-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:pt-5.5 lg:grid-cols-[minmax(0,1.15fr)_148px_minmax(0,1.2fr)]">
        <WhoIAm name={name || shell.savedShare} keyset={keyset} />
        {keyset !== null && (
          <Ring overview={overview?.who ? overview : undefined} isFresh={isFresh} />
        )}
        <div
          className={cx(
            'grid min-w-0 gap-2.5 sm:col-span-full',
            // Without a ring, it takes the ring's column too.
            keyset === null ? 'lg:col-span-2' : 'lg:col-span-1',
          )}
        >
          <div>
            <HealthLine status={status} praise={(overview && lastProof(overview)) ?? texts.both} />
          </div>
          <Facts status={data} dimmed={!isFresh} />
          {keyset !== null && <TestSignature isAway={!isFresh} />}
        </div>
      </div>
      <div className="border-t border-line">
        <NeedRows needs={needs} />
      </div>
    </section>
  )
}

/** When a signature was last made with somebody; undefined: never, or not with a device of this group. */
function lastProof({ at, lastProven, devices }: Overview): string | undefined {
  const device = devices.find(({ pubkey }) => pubkey === lastProven?.pubkey)
  if (lastProven === null || device === undefined) return undefined
  return texts.proven(ago(lastProven.at, Date.parse(at)), deviceName(device))
}

const NpubDialog = lazyPart(() => import('./NpubDialog.tsx'))

interface WhoIAmProps {
  name: string
  /** null: there is none, or it can't be read. */
  keyset: KeysetOutline | null
}

/** The identity that the signer signs as, and which of its devices this server is. */
function WhoIAm({ name, keyset }: WhoIAmProps) {
  const [isQrShown, showQr] = useState(false)
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar large name={name} />
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
            <p className="text-sm text-pretty text-ink-3">
              {texts.threshold(keyset.threshold, keyset.members)}
              {'\u00a0· '}
              <span className="inline-block">{texts.member(keyset.index)}</span>
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

const NONE = '–'

interface FactsProps {
  status: Snapshot | undefined
  /** The status is out of date. */
  dimmed: boolean
}

/** What it has signed lately; a dash of the same size if that is unknown or nothing. */
function Facts({ status, dimmed }: FactsProps) {
  const { lastAt = null, medianMs = null, thisWeek = null } = status?.signatures ?? {}
  const now = status === undefined ? 0 : Date.parse(status.overview.at)
  const facts = [
    [signerTexts.lastSignature, lastAt === null ? NONE : ago(lastAt, now)],
    [signerTexts.signedThisWeek, thisWeek === null ? NONE : wholeNumber(thisWeek)],
    [signerTexts.medianAnswer, medianMs === null ? NONE : describeDuration(medianMs)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-5.5 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd className={cx('font-semibold', dimmed && 'text-ink-3')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An npub as people compare it at a glance: `npub1q8x…7rk2`. */
const shortNpub = (npub: string): string => `${npub.slice(0, 8)}…${npub.slice(-4)}`

import { useQuery } from '@tanstack/react-query'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { ago } from '../../lib/time.ts'
import { shell, home as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import { useHistory } from '../history/get-history.ts'
import { deviceName } from '../peers/device-name.ts'
import { peersQuery } from '../peers/get-peers.ts'
import type { StatusQuery } from '../status/get-status.ts'
import { WarningsLine } from '../warnings/WarningsLine.tsx'
import { Facts } from './Facts.tsx'
import { NextStepButton, type Places } from './NextStepButton.tsx'
import { nextStep } from './next-step.ts'
import { presenceOf } from './presence.ts'
import { Ring } from './Ring.tsx'
import { Effect } from './Verdict.tsx'
import { WhoIAm } from './WhoIAm.tsx'

export interface IdentityCardProps {
  saved: CredentialsAnswer
  status: StatusQuery
  /** Members that wait for the owner's word to join. */
  requests: number
  /** This server lets everyone in. */
  openAccess: boolean
  places: Places
}

/** Who signs here, who is there for it, whether it works, and the one thing to do if not. */
export function IdentityCard(props: IdentityCardProps) {
  const { saved, status, requests, openAccess, places } = props
  // Only reads: the devices fetch them, while there is a signer that hears any.
  const { data: list } = useQuery({ ...peersQuery, enabled: false })
  const peers = list?.peers ?? []
  const { keyset, name = '' } = saved
  const { data } = status
  return (
    <section
      aria-label={texts.card}
      className="mb-4 rounded-[16px] border border-line bg-surface px-4 shadow-card sm:px-6"
    >
      <div className="grid items-center gap-x-7 gap-y-4 pt-4.5 pb-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:pt-5.5 lg:grid-cols-[minmax(0,1.15fr)_148px_minmax(0,1.2fr)]">
        <WhoIAm name={name || shell.savedShare} keyset={keyset} />
        {keyset !== null && <Ring presence={data && presenceOf(data, peers, keyset.threshold)} />}
        <div
          className={cx(
            'grid min-w-0 gap-2.5 sm:col-span-full',
            // There is no ring that it would stand beside.
            keyset === null ? 'lg:col-span-2' : 'lg:col-span-1',
          )}
        >
          <div>
            <Effect
              status={status}
              praise={useProven(peers) ?? texts.both}
              action={
                data &&
                !status.isError && (
                  <NextStepButton step={nextStep({ status: data, peers, requests })} {...places} />
                )
              }
            />
          </div>
          <Facts status={data} dimmed={status.isError} />
        </div>
      </div>
      <div className="border-t border-line py-0.5">
        <WarningsLine openAccess={openAccess} />
      </div>
    </section>
  )
}

/** When a signature was last made with somebody; undefined: never, or it is not known yet. */
function useProven(
  peers: readonly { pubkey: string; member: number; name?: string | undefined }[],
) {
  const { data } = useHistory()
  const last = data?.lastProven
  const peer = peers.find(({ pubkey }) => pubkey === last?.pubkey)
  if (!data || !last || peer === undefined) return undefined
  return texts.proven(ago(last.at, Date.parse(data.timestamp)), deviceName(peer))
}

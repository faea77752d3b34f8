import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProofAnswer } from '#contract/signing.ts'
import { post } from '../../lib/api-client.ts'
import { invalidate, reasonOf } from '../../lib/query-client.ts'
import { describeDuration } from '../../lib/time.ts'
import { devices } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { historyQuery } from '../activity/queries.ts'
import { statusQuery } from '../home/get-status.ts'
import { deviceName } from '../signer/peers.ts'

const texts = devices.test

/** Another device may ask its person, or this server its owner. Milliseconds. */
const TIMEOUT = 120_000

export interface TestSignatureProps {
  /** The device that must take part; without one, whichever answers. */
  pubkey?: string | undefined
  /** The server doesn't answer. */
  isAway?: boolean
}

/** Makes a test signature, and says beside the button what came of it, in a place that is kept for it. */
export function TestSignature({ pubkey, isAway }: TestSignatureProps) {
  const test = useTestSignature(pubkey)
  return (
    // On a device's page the place is narrow, and has a hint.
    <div
      className={cx(
        'grid min-w-0 gap-x-3 gap-y-1.5',
        !pubkey && 'items-center sm:grid-cols-[auto_1fr]',
      )}
    >
      <div>
        <Button
          disabled={isAway}
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate(undefined)}
        >
          {test.isPending ? texts.testing : texts.do}
        </Button>
      </div>
      <p
        role="status"
        className={cx(
          'flex min-h-10 items-start gap-1.5 text-sm text-pretty text-ink-2',
          !pubkey && 'sm:items-center',
        )}
      >
        {test.data && (
          <>
            <StateIcon state="ok" word={texts.done} />
            {signedWith(test.data)}
          </>
        )}
        {test.isError && (
          <>
            <StateIcon state="bad" word={texts.notDone} />
            {texts.failed(reasonOf(test.error))}
          </>
        )}
        {test.isIdle && pubkey && texts.hint}
      </p>
    </div>
  )
}

/** Who took part in a test signature, and how long it took. */
const signedWith = ({ devices: others, took }: ProofAnswer): string =>
  texts.signed(others.map(deviceName), describeDuration(took))

/** @param pubkey as of `TestSignature` */
function useTestSignature(pubkey: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      post<ProofAnswer>('/api/proof', { ...(pubkey && { pubkey }) }, { timeout: TIMEOUT }),
    onSettled: () => void invalidate(queries, statusQuery, historyQuery),
  })
}

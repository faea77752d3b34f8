import type { OnboardingState } from '../../../../server/contract/packages.ts'
import { configure } from '../../texts/configure.ts'
import { shares } from '../../texts/shares.ts'
import { shell } from '../../texts/shell.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { saveFailureOf } from '../configure/save-failure.ts'
import { freeName } from '../configure/taken-names.ts'
import { useSaveEnv } from '../env/save-env.ts'
import { saveRecord } from '../shares/browser-records.ts'

type Received = Extract<OnboardingState, { state: 'received' }>

export interface KeepJoinedOptions {
  /** Names that the keyset can't have here. */
  taken: readonly string[]
  /** The signer runs on another keyset until then. */
  isUpdate: boolean
  onDone(): void
}

/** Has the signer run on what it has joined, once its owner has said that it is the right identity. */
export function useKeepJoined({ taken, isUpdate, onDone }: KeepJoinedOptions) {
  const { mutateAsync, isPending, error } = useSaveEnv()
  const failure = error && saveFailureOf(error)

  async function save({ shareCredential, groupCredential, name: given, relays }: Received) {
    if (isPending) return
    const name = freeName(given || shell.savedShare, taken)
    try {
      await mutateAsync({
        SHARE_CRED: shareCredential,
        GROUP_CRED: groupCredential,
        GROUP_NAME: name,
        RELAYS: JSON.stringify(relays),
      })
    } catch {
      return
    }
    toastDone(isUpdate ? configure.updated : configure.configured)
    const isKept = saveRecord({ shareCredential, groupCredential, name })
    if (!isKept) toastFailed(shares.notKept, shares.notKeptNext)
    onDone()
  }

  return {
    isPending,
    problem: failure && failure.is !== 'signed-out' ? failure.text : null,
    save: (received: Received) => void save(received),
  }
}

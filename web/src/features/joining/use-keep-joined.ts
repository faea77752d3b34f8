import type { OnboardingState } from '#contract/packages.ts'
import { configure, shell } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'
import { saveFailureOf } from '../configure/save-failure.ts'
import { freeName } from '../configure/taken-names.ts'
import { useKeep } from './keep-joined.ts'

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
  const { mutateAsync, isPending, error } = useKeep()
  const failure = error && saveFailureOf(error)

  async function save({ name: given }: Received) {
    if (isPending) return
    try {
      await mutateAsync({ name: freeName(given || shell.savedShare, taken) })
    } catch {
      return
    }
    toastDone(isUpdate ? configure.updated : configure.configured)
    onDone()
  }

  return {
    isPending,
    problem: failure && failure.is !== 'signed-out' ? failure.text : null,
    save: (received: Received) => void save(received),
  }
}

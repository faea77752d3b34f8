import { reasonOf } from '../../lib/query-client.ts'
import { relays as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { useSaveEnv } from '../env/save-env.ts'

export interface RelayList {
  /** While a change is being saved, the next one must wait: each saves the whole list. */
  busy: boolean
  /** @returns whether it was saved; a failure has been reported */
  add(url: string): Promise<boolean>
  remove(url: string): Promise<boolean>
}

/**
 * Changes the list of relays, each change saved at once.
 *
 * @param relays the normalised URLs in force
 */
export function useRelayList(relays: readonly string[]): RelayList {
  const save = useSaveEnv()

  async function change(next: readonly string[], done: string): Promise<boolean> {
    try {
      await save.mutateAsync({ RELAYS: JSON.stringify(next) })
      toastDone(done)
      return true
    } catch (error) {
      toastFailed(texts.saveFailed, reasonOf(error))
      return false
    }
  }

  return {
    busy: save.isPending,
    add: (url) => change([...relays, url], texts.added(url)),
    remove: (url) =>
      change(
        relays.filter((one) => one !== url),
        texts.removed(url),
      ),
  }
}

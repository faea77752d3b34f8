import { useSyncExternalStore } from 'react'

/** In rem: whoever asks for large text has less room. */
const wide = matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for two columns. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)

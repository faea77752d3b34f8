import { useSyncExternalStore } from 'react'

/** In rem: whoever asks for large text has less room. */
const roomForTwo = () => matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  const wide = roomForTwo()
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for two columns. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => roomForTwo().matches)

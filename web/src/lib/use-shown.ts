import { useEffect, useState } from 'react'

/** Whether a secret is shown: on demand, and for no longer than its page is looked at. */
export function useShown(): [boolean, () => void] {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const hide = () => setShown(false)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])
  return [shown, () => setShown((before) => !before)]
}

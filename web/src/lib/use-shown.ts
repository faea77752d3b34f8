import { useEffect, useState } from 'react'

/** Whether a secret is shown: on demand, and only while its page is in view. */
export function useShown(): [boolean, () => void] {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const hide = () => setShown(false)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])
  return [shown, () => setShown((before) => !before)]
}

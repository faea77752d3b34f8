import { useEffect, useEffectEvent } from 'react'

/**
 * Takes an app's link out of the page's address (`#nostrconnect://…`): it holds a secret, and must not
 * stay in the history.
 */
function takeLink(): string | undefined {
  const hash = location.hash.slice(1)
  if (!/^nostrconnect(:|%3a)/i.test(hash)) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  // Browsers escape only some of what was put there; a link that was escaped as a whole has no slash.
  return hash.includes('/') ? hash : decoded(hash)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Calls back with a link that the page is opened with, now or while it is shown. */
export function useLinkInHash(onLink: (uri: string) => void): void {
  const report = useEffectEvent(onLink)
  useEffect(() => {
    const look = () => {
      const uri = takeLink()
      if (uri !== undefined) report(uri)
    }
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
}

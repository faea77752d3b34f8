import { BUILD_LOOK } from './limits.ts'
import { askServer } from './load-part.ts'

/** Reports an update of the server after it was away. Never rejects. */
export async function checkBuild(): Promise<void> {
  if ((await askServer()) === 'updated')
    dispatchEvent(new Event('floe-updated' satisfies keyof WindowEventMap))
}

/**
 * Asks when the page is looked at again or the network is back, and now and then: on some screens nothing
 * else says that the server was away.
 */
export function watchBuild(): void {
  const look = () => {
    if (document.visibilityState === 'visible') void checkBuild()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  setInterval(look, BUILD_LOOK)
}

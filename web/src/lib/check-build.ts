import { askServer } from './load-part.ts'

/** Reports an update of the server after it was away. Never rejects. */
export async function checkBuild(): Promise<void> {
  if ((await askServer()) === 'updated')
    dispatchEvent(new Event('floe-updated' satisfies keyof WindowEventMap))
}

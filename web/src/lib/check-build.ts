import { askServer } from './load-part.ts'

/** Tells when the server was updated, after a time in which it was away. Never rejects. */
export async function checkBuild(): Promise<void> {
  if ((await askServer()) === 'updated')
    dispatchEvent(new Event('floe-updated' satisfies keyof WindowEventMap))
}

import { settings as texts } from '../../texts/texts.ts'

/** A text that the build has put beside the page. Throws where it is not there. */
export async function getLicence(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(texts.licenceFailed)
  return answer.text()
}

import { keyset as texts } from '#web/texts/texts.ts'
import type { NewKeyset } from './flow.ts'

/** What an owner takes away as a file. */
export interface TextFile {
  name: string
  content: string
}

const NAME_CHARS_MAX = 40

/**
 * What the holder of a share needs, as a text file: one labelled value a line, by the names under
 * which igloo-server and Floe read them from their environment; a person pastes the same values into
 * any other app. Everything else follows a '#'.
 *
 * @param index from 1
 */
export function shareFile(keyset: NewKeyset, index: number): TextFile {
  const { name, npub, threshold, groupCredential, shareCredentials } = keyset
  const total = shareCredentials.length
  const lines = [
    `# ${texts.fileAbout(name, index, total, threshold)}`,
    `# ${npub}`,
    `# ${texts.fileSecret}`,
    `# ${texts.fileUse}`,
    '',
    `SHARE_CRED=${shareCredentials[index - 1]}`,
    `GROUP_CRED=${groupCredential}`,
    '',
  ]
  return { name: `${fileSafe(name)}-share-${index}.txt`, content: lines.join('\n') }
}

/**
 * A name as part of a file name: letters and digits of any script, and hyphens.
 *
 * @param otherwise what stands for a name without any
 */
export function fileSafe(name: string, otherwise: string = texts.fileFallbackName): string {
  const safe = name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')
  return [...safe].slice(0, NAME_CHARS_MAX).join('').replace(/-$/, '') || otherwise
}

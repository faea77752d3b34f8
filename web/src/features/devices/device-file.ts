import type { SparesAnswer } from '../../../../server/contract/spares.ts'
import { devices as texts } from '../../../../server/contract/texts/devices.ts'
import { moving } from '../../../../server/contract/texts/moving.ts'
import { fileSafe } from '../keyset/share-file.ts'

/**
 * An invitation as a text file, without its password: the package alone on a line, with what a person must
 * know after '#'.
 */
export function deviceFile(
  { group, members, npub }: Pick<SparesAnswer, 'group' | 'members' | 'npub'>,
  { index, name, text }: { index: number; name: string; text: string },
): { name: string; content: string } {
  const about = texts.fileAbout(group, index, members, name)
  const content = [`# ${about}`, `# ${npub}`, `# ${moving.fileUse}`, '', text, ''].join('\n')
  return { name: `${fileSafe(group)}-${moving.filePart}-${index}.txt`, content }
}

import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { moving, devices as texts } from '../../texts/texts.ts'
import { fileSafe } from '../setup/keyset/share-file.ts'

/**
 * An invitation as a text file, without its password: the package alone on a line, with what a person must
 * know after '#'. Its name says for which device it is.
 */
export function deviceFile(
  { group, members, npub }: Pick<ReservedSharesAnswer, 'group' | 'members' | 'npub'>,
  { index, name, text }: { index: number; name: string; text: string },
): { name: string; content: string } {
  const about = texts.fileAbout(group, index, members, name)
  const content = [`# ${about}`, `# ${npub}`, `# ${moving.fileUse}`, '', text, ''].join('\n')
  const device = fileSafe(name, '')
  const parts = [fileSafe(group), moving.filePart, index, ...(device === '' ? [] : [device])]
  return { name: `${parts.join('-')}.txt`, content }
}

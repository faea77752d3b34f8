import { moving as texts } from '../../../../server/contract/texts/moving.ts'
import { fileSafe } from '../keyset/share-file.ts'
import type { Dealt } from './flow.ts'

/**
 * An invitation as a text file, without its password: the package alone on a line, and what a person
 * has to know behind '#'.
 */
export function packageFile(
  { name, npub, packages }: Pick<Dealt, 'name' | 'npub' | 'packages'>,
  { index, package: sealed }: Dealt['packages'][number],
): { name: string; content: string } {
  const lines = [
    `# ${texts.fileAbout(name, index, packages.length + 1)}`,
    `# ${npub}`,
    `# ${texts.fileUse}`,
    '',
    sealed,
    '',
  ]
  return { name: `${fileSafe(name)}-${texts.filePart}-${index}.txt`, content: lines.join('\n') }
}

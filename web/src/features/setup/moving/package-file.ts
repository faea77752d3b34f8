import type { SealAnswer } from '#contract/packages.ts'
import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { devices, moving as texts } from '#web/texts/texts.ts'
import type { CredentialPair } from '../credentials/browser-records.ts'
import { fileSafe, type TextFile } from '../keyset/share-file.ts'
import type { Dealt } from './flow.ts'

/** An invitation as a text file, without its password. */
export const packageFile = (
  { name, npub, packages }: Pick<Dealt, 'name' | 'npub' | 'packages'>,
  { index, package: sealed }: Dealt['packages'][number],
): TextFile => ({
  name: `${fileSafe(name)}-${texts.filePart}-${index}.txt`,
  content: contentOf(texts.fileAbout(name, index, packages.length + 1), npub, sealed),
})

/** An invitation as a text file, without its password. Its name says for which device it is. */
export function deviceFile(
  { group, members, npub }: Pick<ReservedSharesAnswer, 'group' | 'members' | 'npub'>,
  { index, name, text }: { index: number; name: string; text: string },
): TextFile {
  const device = fileSafe(name, '')
  const parts = [fileSafe(group), texts.filePart, index, ...(device === '' ? [] : [device])]
  return {
    name: `${parts.join('-')}.txt`,
    content: contentOf(devices.fileAbout(group, index, members, name), npub, text),
  }
}

/** A share with its group as a text file, without its password. */
export const profileFile = (
  name: string,
  { npub, index, bfprofile }: Pick<SealAnswer, 'npub' | 'index' | 'bfprofile'>,
): TextFile => ({
  name: `${fileSafe(name)}-${texts.profilePart}-${index}.txt`,
  content: contentOf(texts.profileAbout(name, index), npub, bfprofile),
})

/** The credentials that a new share replaces, under their environment names. */
export const oldShareFile = (
  name: string,
  npub: string,
  { shareCredential, groupCredential }: CredentialPair,
): TextFile => ({
  name: `${fileSafe(name)}-${texts.oldPart}.txt`,
  content: [
    `# ${texts.oldAbout(name)}`,
    `# ${npub}`,
    `# ${texts.oldUse}`,
    '',
    `SHARE_CRED=${shareCredential}`,
    `GROUP_CRED=${groupCredential}`,
    '',
  ].join('\n'),
})

/** The package alone on a line, with what a person must know after '#'. */
const contentOf = (about: string, npub: string, sealed: string): string =>
  [`# ${about}`, `# ${npub}`, `# ${texts.fileUse}`, '', sealed, ''].join('\n')

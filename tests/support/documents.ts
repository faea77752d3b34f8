import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BLOCK = /^```(\w*)\n(.*?)^```$/gms

/** A block of commands, as a document has it. */
export interface Block {
  /** The document, from the repository's root. */
  file: string
  text: string
}

/** What people read: README, SECURITY.md and the pages of docs/, from the repository's root. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
]

/** All blocks that are marked as a shell's, in the order of the documents; one that comes again counts once. */
export const shellBlocks = (): Block[] => {
  const blocks = DOCUMENTS.flatMap((file) => {
    const content = readFileSync(join(ROOT, file), 'utf8')
    return [...content.matchAll(BLOCK)]
      .filter(([, language]) => language === 'sh')
      .map(([, , text = '']) => ({ file, text }))
  })
  return [...new Map(blocks.toReversed().map((block) => [block.text, block])).values()].toReversed()
}

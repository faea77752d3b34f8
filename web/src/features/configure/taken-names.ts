import type { CredentialsAnswer } from '#contract/credentials.ts'
import { keysetName } from '#contract/keysets.ts'

/** The names that a new keyset can't have: `others`, and that of the one in force. */
export const takenNames = (
  others: readonly string[],
  { name }: Pick<CredentialsAnswer, 'name'>,
): readonly string[] => (name === undefined ? others : [...others, name])

/** `wanted`, or the same with the first number that makes it a name which nobody has. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const names = new Set(taken.map(keysetName))
  const name = keysetName(wanted)
  if (!names.has(name)) return name
  for (let number = 2; ; number++) {
    if (!names.has(`${name} ${number}`)) return `${name} ${number}`
  }
}

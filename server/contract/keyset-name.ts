/**
 * The keyset's part of a record's name: what follows ' share ' says which of its shares it is
 * (specification, section 5). Names are compared by this part.
 */
export const keysetName = (name: string): string => name.trim().split(' share ')[0]?.trim() ?? ''

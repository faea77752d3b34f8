/**
 * What of a record's name is the keyset's: what follows ' share ' says which of its shares it is
 * (specification, section 5). Names are compared by it.
 */
export const keysetName = (name: string): string => name.trim().split(' share ')[0]?.trim() ?? ''

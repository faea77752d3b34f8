/** The mutation key of every change of the credentials that this page makes. */
export const envChange = ['change env'] as const

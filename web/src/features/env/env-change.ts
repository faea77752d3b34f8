/** The key of every change of the settings that this page makes. */
export const envChange = ['change env'] as const

/** Whether a text is meant to be JSON, as the 2026 generation writes groups and shares. */
export const isJsonText = (text: string): boolean => text.trimStart().startsWith('{')

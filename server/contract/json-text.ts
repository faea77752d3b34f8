/** Whether a text is meant as the JSON in which the 2026 generation writes groups and shares. */
export const isJsonText = (text: string): boolean => text.trimStart().startsWith('{')

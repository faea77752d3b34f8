/** The text of a file that a person chose or dropped; null if it can't be read: it is a folder, or no longer there. */
export const readText = (file: File): Promise<string | null> => file.text().catch(() => null)

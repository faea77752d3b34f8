/** Questions that this page has answered, or tries to: it is told of those by its own answer. */
const answered = new Set<string>()

export const markAnswered = (id: string): void => void answered.add(id)

export const isAnsweredHere = (id: string): boolean => answered.has(id)

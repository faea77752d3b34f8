/** The set with this value added if it was missing, removed if it was there. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const changed = new Set(set)
  if (!changed.delete(value)) changed.add(value)
  return changed
}

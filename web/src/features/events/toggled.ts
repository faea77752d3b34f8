/** The set with this value if it was without, and without if it was with. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const changed = new Set(set)
  if (!changed.delete(value)) changed.add(value)
  return changed
}

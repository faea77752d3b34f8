/** A value or its promise. A value that is there at once costs no promise and no turn of the event loop. */
export type Eventually<T> = T | Promise<T>

/** Calls `next` with a value: at once, or when its promise resolves. */
export const followedBy = <T, R>(
  value: Eventually<T>,
  next: (value: T) => Eventually<R>,
): Eventually<R> => (value instanceof Promise ? value.then(next) : next(value))

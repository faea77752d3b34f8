/** What is there at once or takes time. What is there costs no turn of the event loop, and no promise. */
export type Eventually<T> = T | Promise<T>

/** Goes on with a value: at once where it is there. */
export const followedBy = <T, R>(
  value: Eventually<T>,
  next: (value: T) => Eventually<R>,
): Eventually<R> => (value instanceof Promise ? value.then(next) : next(value))

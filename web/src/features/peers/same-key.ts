/** Whether two public keys are one; a leading 02 or 03 is ignored when matching. */
export const isSameKey = (a: string, b: string): boolean => a.slice(-64) === b.slice(-64)

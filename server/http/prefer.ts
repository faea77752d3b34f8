const RESPOND_ASYNC = /^respond-async(?:\s*;|$)/i

/** Whether a call would rather be answered at once than wait (RFC 7240, section 4.1). */
export const prefersLater = (header = ''): boolean =>
  header.split(',').some((preference) => RESPOND_ASYNC.test(preference.trim()))

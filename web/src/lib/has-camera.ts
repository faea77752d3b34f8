/** Browsers give pages a camera only over https, or on this very machine. */
export const hasCamera = (): boolean => isSecureContext && navigator.mediaDevices !== undefined

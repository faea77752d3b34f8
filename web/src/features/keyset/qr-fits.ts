/** How many bytes the largest code holds, at error correction L (ISO/IEC 18004, version 40). */
const QR_BYTES_MAX = 2_953

/** Whether a credential, whose characters are a byte each, fits into one QR code. */
export const qrFits = (text: string): boolean => text.length <= QR_BYTES_MAX

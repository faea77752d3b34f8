/** A public key as the console shows it: its first 16 characters, '...', its last 8. */
export function shortKey(key: string): string {
  return key.length <= 24 ? key : `${key.slice(0, 16)}...${key.slice(-8)}`
}

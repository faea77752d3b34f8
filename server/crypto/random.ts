import { randomBytes } from 'node:crypto'

const STOCK_BYTES = 4_096

/**
 * Fresh random bytes that others may see: nonces, ids, and what makes one signature unlike the next. They
 * come from a stock, as each call of `randomBytes` costs as much as a cipher does. Not for secrets.
 */
export const publicRandom = createStock()

function createStock(): (size: number) => Buffer {
  let stock = Buffer.alloc(0)
  let used = 0
  return (size) => {
    if (used + size > stock.length) {
      stock = randomBytes(Math.max(size, STOCK_BYTES))
      used = 0
    }
    used += size
    return stock.subarray(used - size, used)
  }
}

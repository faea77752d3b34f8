/**
 * secp256k1 (SEC 2, section 2.4.1) in plain big numbers, from the definition: slow, not constant-time, only
 * to check the product's arithmetic in another way.
 */
export const FIELD = 2n ** 256n - 2n ** 32n - 977n
export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Affine; null is the point at infinity. */
export type Point = { x: bigint; y: bigint } | null

/** Jacobian: x = X / Z², y = Y / Z³; Z = 0 is the point at infinity. */
interface Jacobian {
  X: bigint
  Y: bigint
  Z: bigint
}

export const GENERATOR: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
}

const INFINITY: Jacobian = { X: 1n, Y: 1n, Z: 0n }

const LOW = 2n ** 256n - 1n
/** What 2²⁵⁶ is in the field. */
const HIGH = 2n ** 32n + 977n

function mod(value: bigint): bigint {
  if (value < 0n) {
    const rest = value % FIELD
    return rest < 0n ? rest + FIELD : rest
  }
  let rest = value
  while (rest > LOW) rest = (rest >> 256n) * HIGH + (rest & LOW)
  return rest < FIELD ? rest : rest - FIELD
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = mod(base)
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** The point with this x and an even y; null when there is none (BIP-340, lift_x). */
export function liftX(x: bigint): Point {
  if (x >= FIELD) return null
  const square = mod(x ** 3n + 7n)
  const y = power(square, (FIELD + 1n) / 4n)
  if (mod(y * y) !== square) return null
  return { x, y: y % 2n === 0n ? y : FIELD - y }
}

/** A compressed point (33 bytes) or an x-only key (32 bytes, even y), hex; null if it is neither. */
export function pointOfHex(hex: string): Point {
  const point = liftX(BigInt(`0x${hex.slice(-64)}`))
  return hex.length === 66 && hex.startsWith('03') ? negate(point) : point
}

/** Compressed, 33 bytes, lower-case hex. */
export function hexOfPoint(point: Point): string {
  if (point === null) throw new Error('the point at infinity has no compressed form')
  return (point.y % 2n === 0n ? '02' : '03') + point.x.toString(16).padStart(64, '0')
}

export function negate(point: Point): Point {
  return point && { x: point.x, y: mod(-point.y) }
}

export function add(a: Point, b: Point): Point {
  return affine(addJacobian(jacobian(a), jacobian(b)))
}

export function multiply(scalar: bigint, point: Point): Point {
  return multiplySum([[scalar, point]])
}

/** The sum of the points, each multiplied by its scalar. */
export function multiplySum(terms: readonly (readonly [scalar: bigint, point: Point])[]): Point {
  let sum = INFINITY
  for (const [scalar, point] of terms) {
    const doublings = doublingsOf(point)
    for (let rest = scalar, bit = 0; rest > 0n; rest >>= 1n, bit += 1) {
      const last = doublings.at(-1) ?? INFINITY
      if (bit === doublings.length) doublings.push(double(last))
      if (rest & 1n) sum = addJacobian(sum, doublings[bit] ?? INFINITY)
    }
  }
  return affine(sum)
}

/**
 * The last points that were multiplied, each with two, four, eight … times the point, as far as needed. The
 * generator and a group's key come again and again.
 */
const known = new Map<bigint, Jacobian[]>()
const KNOWN_MAX = 8

function doublingsOf(point: Point): Jacobian[] {
  if (point === null) return [INFINITY]
  // A point and its opposite have the same x.
  const id = 2n * point.x + (point.y & 1n)
  const found = known.get(id) ?? [jacobian(point)]
  known.delete(id)
  known.set(id, found)
  const [oldest] = known.keys()
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
  return found
}

function jacobian(point: Point): Jacobian {
  return point ? { X: point.x, Y: point.y, Z: 1n } : INFINITY
}

function affine({ X, Y, Z }: Jacobian): Point {
  if (Z === 0n) return null
  const inverse = power(Z, FIELD - 2n)
  return { x: mod(X * inverse ** 2n), y: mod(Y * mod(inverse ** 3n)) }
}

function double({ X, Y, Z }: Jacobian): Jacobian {
  const square = mod(Y * Y)
  const s = mod(4n * X * square)
  const m = mod(3n * X * X)
  const x = mod(m * m - 2n * s)
  return { X: x, Y: mod(m * (s - x) - 8n * square * square), Z: mod(2n * Y * Z) }
}

function addJacobian(a: Jacobian, b: Jacobian): Jacobian {
  if (a.Z === 0n) return b
  if (b.Z === 0n) return a
  const aZ2 = mod(a.Z * a.Z)
  const bZ2 = mod(b.Z * b.Z)
  const u = mod(a.X * bZ2)
  const s = mod(a.Y * mod(bZ2 * b.Z))
  const h = mod(b.X * aZ2 - u)
  const r = mod(b.Y * mod(aZ2 * a.Z) - s)
  if (h === 0n) return r === 0n ? double(a) : INFINITY
  const h2 = mod(h * h)
  const h3 = mod(h2 * h)
  const uh2 = mod(u * h2)
  const x = mod(r * r - h3 - 2n * uh2)
  return { X: x, Y: mod(r * (uh2 - x) - s * h3), Z: mod(h * mod(a.Z * b.Z)) }
}

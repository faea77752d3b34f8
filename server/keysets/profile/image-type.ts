const MAGIC: readonly (readonly [
  type: string,
  bytes: readonly (readonly [at: number, hex: string])[],
])[] = [
  ['image/png', [[0, '89504e470d0a1a0a']]],
  ['image/jpeg', [[0, 'ffd8ff']]],
  ['image/gif', [[0, '474946383761']]],
  ['image/gif', [[0, '474946383961']]],
  [
    'image/webp',
    [
      [0, '52494646'],
      [8, '57454250'],
    ],
  ],
]

/** The type of a picture, by how it begins: PNG, JPEG, GIF or WebP; null for anything else. */
export function imageTypeOf(bytes: Buffer): string | null {
  const has = ([at, hex]: readonly [number, string]) =>
    bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
  return MAGIC.find(([, parts]) => parts.every(has))?.[0] ?? null
}

/** A package of package-lock.json (version 3), under its path in node_modules. */
export interface LockedPackage {
  version?: string
  license?: string
  /** Subresource Integrity: `sha512-…` in base64. */
  integrity?: string
}

export interface BillInput {
  product: { name: string; version: string; license: string }
  lock: { packages: Readonly<Record<string, LockedPackage>> }
  /** What Vite writes beside a bundle: a heading `## name - version (licence)` for each package. */
  licenceLists: readonly string[]
  /** Packages shipped beside the bundles. */
  unbundled: readonly string[]
}

/**
 * The software bill of materials of what we ship, as CycloneDX 1.6 JSON: every package with code in
 * the bundles, with the hash that package-lock.json pins it to. Build-only packages are left out,
 * and so is the base image, which brings its own bill. The same input gives the same text.
 *
 * @throws Error when something is shipped that package-lock.json does not have
 */
export function billOfMaterials({ product, lock, licenceLists, unbundled }: BillInput) {
  const locked = lockedByName(lock.packages)
  const names = [
    ...licenceLists.flatMap(bundledPackages),
    ...unbundled.map((name) => `${name}@${lock.packages[`node_modules/${name}`]?.version}`),
  ]
  const components = [...new Set(names)].sort().map((id) => {
    const found = locked.get(id)
    if (found === undefined) throw new Error(`${id} is shipped and not in package-lock.json`)
    return component(id, found)
  })
  const self = { 'bom-ref': `pkg:npm/${product.name}@${product.version}`, type: 'application' }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        ...self,
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.license } }],
      },
    },
    components,
    dependencies: [{ ref: self['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) }],
  }
}

/** `name@version` of each. */
const bundledPackages = (list: string): string[] =>
  [...list.matchAll(/^## (\S+) - (\S+) \(.+\)$/gm)].map(([, name, version]) => `${name}@${version}`)

function lockedByName(packages: BillInput['lock']['packages']): Map<string, LockedPackage> {
  return new Map(
    Object.entries(packages).map(([path, one]) => [
      `${path.split('node_modules/').at(-1)}@${one.version}`,
      one,
    ]),
  )
}

function component(id: string, { license, integrity }: LockedPackage) {
  const at = id.lastIndexOf('@')
  const [name, version] = [id.slice(0, at), id.slice(at + 1)]
  const [algorithm, digest] = integrity?.split('-') ?? []
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest ?? '', 'base64').toString('hex') }],
    }),
  }
}

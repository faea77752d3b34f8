import { z } from 'zod'

type Json = Record<string, unknown>

/** Modules of the contract: what they export, by name. */
export type ContractModules = readonly Readonly<Record<string, unknown>>[]

/** What is worth a name in the description; a plain string or number is shown where it is used. */
const NAMED_KINDS = ['object', 'union', 'array', 'enum']

/** Turns schemas into JSON Schema. A schema that a module exports is described once, and referred to by its name. */
export interface NamedSchemas {
  /** @param io `input`: clients send it; `output`: the server answers it */
  jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json
  /** The schemas that were referred to so far, by name. */
  readonly used: Record<string, Json>
}

/** @throws an Error when two schemas have one name, or one is answered in another form than it is sent in */
export function createNamedSchemas(modules: ContractModules): NamedSchemas {
  const metadata = z.registry<{ id?: string | undefined }>()
  const named = metadata.get.bind(metadata)
  // Keeps the metadata that a schema has already, such as its description.
  metadata.get = (schema) => ({ ...z.globalRegistry.get(schema), ...named(schema) })
  const byName = new Map<string, z.ZodType>()
  for (const [name, schema] of modules.flatMap((exported) => Object.entries(exported))) {
    if (!(schema instanceof z.ZodType) || !NAMED_KINDS.includes(schema.def.type)) continue
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if ((byName.get(id) ?? schema) !== schema) throw new Error(`two schemas are named ${id}`)
    byName.set(id, schema)
    metadata.add(schema, { id })
  }
  const used: Record<string, Json> = {}
  return {
    used,
    jsonSchema: (schema, io) => {
      // Within an object, a named schema is always turned into a reference.
      const wrapped = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: 'any', metadata })
      const { properties, $defs = {} } = pointToComponents(wrapped)
      for (const [id, definition] of Object.entries($defs)) {
        const isOther = id in used && JSON.stringify(used[id]) !== JSON.stringify(definition)
        if (isOther) throw new Error(`${id} is sent in one form and answered in another`)
        used[id] = definition
      }
      return properties.schema
    },
  }
}

/** An answer may get more fields in a later version, and unknown fields of a body are ignored: no object is closed. */
function pointToComponents(schema: unknown): {
  properties: { schema: Json }
  $defs?: Record<string, Json>
} {
  const open = JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
  return JSON.parse(open.replaceAll('"#/$defs/', '"#/components/schemas/'))
}

import { html } from 'hono/html'

type Markup = ReturnType<typeof html> | string

/** What a JSON Schema of the description may have. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
}

/** A text of the description: what is in backquotes is code. */
export const prose = (text = ''): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** A schema in a few words: `string[]`, `'allow' | 'ask'`, or the name of one that is shown elsewhere. */
export function typeOf(schema: Schema): Markup {
  const { $ref, const: only, enum: values, anyOf, oneOf, items, prefixItems, type } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = anyOf ?? oneOf
  if (choices)
    return html`${choices.map((choice, at) => html`${at > 0 ? ' | ' : ''}${typeOf(choice)}`)}`
  if (items) return html`${typeOf(items)}[]`
  if (prefixItems)
    return html`[${prefixItems.map((item, at) => html`${at > 0 ? ', ' : ''}${typeOf(item)}`)}]`
  if (schema.properties) return schemaFields(schema)
  return [type ?? 'any'].flat().join(' | ')
}

/** An object's fields as a table; any other schema in a few words. */
export function schemaFields(schema: Schema): Markup {
  const { properties, required = [] } = schema
  if (!properties) return html`<p>${typeOf(schema)}</p>`
  return html`<table>${Object.entries(properties).map(
    ([
      name,
      field,
    ]) => html`<tr><td><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}</td>
<td>${typeOf(field)} ${prose(field.description)}</td></tr>`,
  )}</table>`
}

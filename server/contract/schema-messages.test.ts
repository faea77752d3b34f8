import { expect, test } from 'vitest'
import { z } from 'zod'
import { loginRequest } from './auth.ts'
import { schemaMessage } from './schema-messages.ts'

const wordsOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: schemaMessage }).error?.issues[0]?.message

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is missing'],
  [z.string(), 7, 'must be a text'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(8), 'short', 'must have 8 characters at least'],
  [z.string().max(2), 'long', 'must have 2 characters at most'],
  [z.array(z.int()).max(1), [1, 2], 'must have 1 entry at most'],
  [z.int().min(60), 7, 'must be 60 at least'],
  [z.int().positive(), 0, 'must be more than 0'],
  [z.number().max(9), 10, 'must be 9 at most'],
  [z.enum(['ask', 'all']), 'some', 'must be one of ask, all'],
  [z.strictObject({}), { secret: 1 }, 'has a field that is not known'],
  [z.iso.datetime(), 'today', 'must be a date and time such as 2026-01-31T12:00:00Z'],
  [z.string().regex(/^a/), 'b', 'does not have the form that is expected'],
  [z.string().regex(/^a/, 'must begin with a'), 'b', 'must begin with a'],
  [loginRequest, { username: '', password: 'x' }, 'must not be empty'],
  [loginRequest, {}, 'fits none of the forms that it may have'],
])('an invalid value gets an error in words: %#', (schema, value, words) => {
  expect(wordsOf(schema, value)).toBe(words)
})

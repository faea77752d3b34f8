import { expect, test } from 'vitest'
import { inviteRequest } from './apps.ts'
import { apiKeyRequest } from './auth.ts'
import { keysetRequest } from './credentials.ts'
import { dealRequest, sealRequest } from './packages.ts'
import { nameRequest } from './rules.ts'

/** Whatever a caller can name, by the schema of its call. */
const NAMED = {
  'an app': inviteRequest.shape.name,
  'an API key': apiKeyRequest.shape.name,
  'a keyset': keysetRequest.shape.name,
  'a keyset with fresh shares': dealRequest.shape.name,
  'a keyset in a package': sealRequest.shape.name.unwrap(),
}

test.each(Object.entries(NAMED))('%s has a name that can be seen', (_, name) => {
  expect(name.parse(' An\u202ena\u200b ')).toBe('Anna')
  expect(name.safeParse('\u200b\u2800').success).toBe(false)
})

test('a device whose new name is invisible has none', () => {
  expect(nameRequest.parse({ name: '\u2066\u200b' })).toEqual({ name: '' })
})

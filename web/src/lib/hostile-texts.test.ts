import { describe, expect, test } from 'vitest'
import { slowTexts } from '#tests/support/hostile-texts.ts'
import { detailOf, withoutSeconds } from '../features/home/health.ts'
import { pastedCredentials } from './pasted-credentials.ts'
import { sealedKind, wrappedPackage } from './sealed-package.ts'

describe('a page reads hostile text in time proportional to its length:', () => {
  test.each<[string, (text: string) => unknown]>([
    ['a package that was pasted', wrappedPackage],
    ['the kind of a package', sealedKind],
    ['credentials that were pasted', pastedCredentials],
    ['a reason that is shown', (text) => [detailOf(text), withoutSeconds(text)]],
  ])('%s', (_, read) => {
    expect(slowTexts(read)).toEqual([])
  })
})

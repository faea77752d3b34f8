import { describe, expect, test } from 'vitest'
import { formOf, withFieldAdded, withFieldRemoved, withPasted, withShare } from './form.ts'

const textsIn = ({ shares }: ReturnType<typeof formOf>) => shares.map(({ text }) => text)

describe('fields for shares', () => {
  const three = withFieldAdded(withFieldAdded(formOf('group', 'one')))

  test('keep their content while others come and go', () => {
    const filled = withShare(three, 2, 'three')
    expect(withFieldRemoved(filled, 1).shares).toEqual([
      { key: 0, text: 'one' },
      { key: 2, text: 'three' },
    ])
  })

  test('have keys of their own, even after one was removed', () => {
    const keys = withFieldAdded(withFieldRemoved(three, 0)).shares.map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })

  test('are never all removed', () => {
    const one = formOf('group', 'one')
    expect(withFieldRemoved(one, 0)).toEqual(one)
  })
})

describe('what is pasted', () => {
  test('fills empty fields from the first on, then new fields', () => {
    const form = withShare(withFieldAdded(withFieldAdded(formOf('group', ''))), 1, 'kept')
    expect(textsIn(withPasted(form, { shares: ['a', 'b', 'c'] }).form)).toEqual([
      'a',
      'kept',
      'b',
      'c',
    ])
  })

  test('replaces what was selected', () => {
    const { form } = withPasted(formOf('group', 'old'), { shares: ['a', 'b'] }, 0)
    expect(textsIn(form)).toEqual(['a', 'b'])
  })

  test('brings its group along, or leaves the group alone if it has none', () => {
    const form = formOf('old', '')
    expect(withPasted(form, { group: 'new', shares: [] }).form.group).toBe('new')
    expect(withPasted(form, { shares: ['a'] }).form.group).toBe('old')
  })

  test('makes no more fields than a group has members', () => {
    const shares = Array.from({ length: 20 }, (_, at) => `share ${at}`)
    const { form, leftOut } = withPasted(formOf('group', 'own'), { shares })
    expect(form.shares).toHaveLength(15)
    expect(leftOut).toBe(6)
  })
})

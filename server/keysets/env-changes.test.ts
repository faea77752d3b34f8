import { describe, expect, test } from 'vitest'
import { http, validation } from '#contract/messages.ts'
import { ok } from '#lib/errors.ts'
import type { Credentials } from '#protocol/keyset.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { mistype } from '../../tests/support/credentials.ts'
import { reader } from '../../tests/support/keyset-reader.ts'
import * as update from './env-changes.ts'

function checkEnvUpdate(body: Record<string, unknown>, inForce: Credentials) {
  const checked = update.checkEnvUpdate(body, inForce, reader)
  if (!checked.ok) return checked
  const { credentials, ...value } = checked.value
  return ok(value)
}

const nothing = reader.readCredentials({})

function credentials() {
  const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
  return { GROUP_CRED: groupCredential, SHARE_CRED: shareCredentials[0] ?? '' }
}

const own = credentials()
const other = credentials()
const inForce = ({ SHARE_CRED: share, GROUP_CRED: group }: Partial<typeof own>) =>
  reader.readCredentials({ share, group })

const refused = (error: string) => ({ ok: false, error })
const stranger = refused(`SHARE_CRED: ${validation.shareNotInGroup}`)

describe('A change of the settings', () => {
  test('returns what to save, in the form in which it is saved', () => {
    const body = {
      SHARE_CRED: ` ${own.SHARE_CRED}\n`,
      GROUP_CRED: ` ${own.GROUP_CRED}\n`,
      GROUP_NAME: ' Family ',
      RELAYS: 'ONE.example/ , ws://localhost:7000',
    }

    expect(checkEnvUpdate(body, nothing)).toEqual({
      ok: true,
      value: {
        changes: {
          ...own,
          GROUP_NAME: 'Family',
          RELAYS: '["wss://one.example","ws://localhost:7000"]',
        },
        policies: [],
        rejectedKeys: [],
        warnings: [],
      },
    })
  })

  test('of nothing changes nothing', () => {
    const none = { ok: true, value: { changes: {}, policies: [], rejectedKeys: [], warnings: [] } }
    expect(checkEnvUpdate({}, nothing)).toEqual(none)
    expect(checkEnvUpdate({ RELAYS: undefined }, inForce(own))).toEqual(none)
  })

  test('leaves out an invalid relay among valid ones, and says which', () => {
    const checked = checkEnvUpdate({ RELAYS: 'wss://one.example, nothing, ftp://x.y' }, nothing)

    expect(checked).toMatchObject({
      ok: true,
      value: {
        changes: { RELAYS: '["wss://one.example"]' },
        warnings: [
          {
            error: validation.relayItem(2, `${validation.relayFormat}. ${validation.relayDotless}`),
          },
          { error: validation.relayItem(3, validation.relayProtocol) },
        ],
      },
    })
  })

  test('names the unknown keys, in their order', () => {
    const body = { z: 1, GROUP_NAME: 'n', share_cred: 'x', toString: 'x', hasOwnProperty: null }

    expect(checkEnvUpdate(body, nothing)).toEqual({
      ok: true,
      value: {
        changes: { GROUP_NAME: 'n' },
        policies: [],
        rejectedKeys: ['z', 'share_cred', 'toString', 'hasOwnProperty'],
        warnings: [],
      },
    })
  })

  test('is refused with the name of the first wrong field', () => {
    expect(checkEnvUpdate({ GROUP_NAME: 5 }, nothing)).toMatchObject(
      refused(`GROUP_NAME: ${http.mustBeString}`),
    )
    expect(checkEnvUpdate({ RELAYS: '', GROUP_NAME: '' }, nothing)).toMatchObject(
      refused(`GROUP_NAME: ${validation.nameRequired}`),
    )
    expect(checkEnvUpdate({ SHARE_CRED: '', GROUP_CRED: '' }, nothing)).toMatchObject(
      refused(`SHARE_CRED: ${validation.shareRequired}`),
    )
  })

  test('accepts a name of two hundred characters and no more', () => {
    expect(checkEnvUpdate({ GROUP_NAME: 'n'.repeat(200) }, nothing).ok).toBe(true)
    expect(checkEnvUpdate({ GROUP_NAME: 'n'.repeat(201) }, nothing)).toMatchObject(
      refused(`GROUP_NAME: ${validation.nameTooLong(200)}`),
    )
  })
})

describe('Share and group that would be in force', () => {
  test('must belong together when both are new', () => {
    expect(checkEnvUpdate(own, nothing).ok).toBe(true)
    expect(checkEnvUpdate({ ...own, GROUP_CRED: other.GROUP_CRED }, nothing)).toMatchObject(
      stranger,
    )
  })

  test('must belong together when one is new and the other in force', () => {
    const { SHARE_CRED, GROUP_CRED } = own
    expect(checkEnvUpdate({ SHARE_CRED }, inForce(own)).ok).toBe(true)
    expect(checkEnvUpdate({ GROUP_CRED }, inForce(own)).ok).toBe(true)
    expect(checkEnvUpdate({ SHARE_CRED }, inForce(other))).toMatchObject(stranger)
    expect(checkEnvUpdate({ GROUP_CRED }, inForce(other))).toMatchObject(stranger)
  })

  test('may both be new, whatever is in force', () => {
    expect(checkEnvUpdate(own, inForce(other)).ok).toBe(true)
  })

  test('may be given one after the other', () => {
    const { SHARE_CRED, GROUP_CRED } = own
    expect(checkEnvUpdate({ SHARE_CRED }, nothing).ok).toBe(true)
    expect(checkEnvUpdate({ GROUP_CRED }, nothing).ok).toBe(true)
  })

  test('can be fixed one after the other when the one in force is broken', () => {
    const broken = { ...own, GROUP_CRED: mistype(other.GROUP_CRED, 80) }

    expect(checkEnvUpdate({ SHARE_CRED: own.SHARE_CRED }, inForce(broken)).ok).toBe(true)
    expect(checkEnvUpdate({ GROUP_CRED: own.GROUP_CRED }, inForce(broken)).ok).toBe(true)
  })

  test('are not checked when something else changes', () => {
    const mixed = { SHARE_CRED: own.SHARE_CRED, GROUP_CRED: other.GROUP_CRED }

    expect(checkEnvUpdate({ GROUP_NAME: 'Name' }, inForce(mixed)).ok).toBe(true)
  })
})

test('No refusal contains a part of what was sent', () => {
  const share = mistype(own.SHARE_CRED, 40)
  const bodies = [
    { SHARE_CRED: share },
    { SHARE_CRED: `x${share}` },
    { SHARE_CRED: share.slice(0, 90) },
    { GROUP_CRED: mistype(own.GROUP_CRED, 400) },
    { GROUP_NAME: own.SHARE_CRED.repeat(2) },
    { RELAYS: `["wss://${own.SHARE_CRED}"]` },
    { RELAYS: own.SHARE_CRED },
    { SHARE_CRED: own.SHARE_CRED, GROUP_CRED: other.GROUP_CRED },
  ]
  for (const body of bodies) {
    const result = checkEnvUpdate(body, nothing)
    expect(result.ok).toBe(false)
    for (const value of Object.values(body)) {
      for (let at = 7; at + 12 <= value.length; at += 12) {
        expect(JSON.stringify(result)).not.toContain(value.slice(at, at + 12))
      }
    }
  }
})

import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/operations.ts'
import { namesFrom } from '../settings/use-names.ts'
import { describeUse, type Known } from './describe-use.ts'
import { rowsOf } from './rows.ts'

const PHONE = 'a'.repeat(64)
const BEN = 'b'.repeat(64)
const known: Known = {
  names: namesFrom([
    { caller: { door: 'peer', id: PHONE }, name: 'Phone', preset: null, suspended: false },
  ]),
  rules: [
    {
      id: 12,
      whom: { door: 'peer', id: PHONE },
      operation: 'sign',
      kinds: [1],
      verdict: 'allow',
      limit: { count: 60, per: 'hour', beyond: 'refuse' },
      createdAt: '2026-03-01T12:00:00.000Z',
    },
  ],
}

const APP = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'

const entry = (some: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: 1, at: '2026-03-01T12:00:00.000Z', actor: PHONE },
  ...{ action: 'sign', outcome: 'ok', detail: {} },
  ...some,
})

function read(some: Partial<AuditEntry>) {
  const [row] = rowsOf([entry(some)])
  if (row === undefined) throw new Error('no row')
  return describeUse(row, known)
}

describe('what was done', () => {
  it.each<[string, string, AuditEntry['detail']]>([
    ['Co-signed a note', 'signature.given', { hashes: ['x'], kinds: [1] }],
    [
      'Co-signed a reaction, 3 times',
      'signature.given',
      { hashes: ['x', 'y', 'z'], kinds: [7, 7, 7] },
    ],
    ['Co-signed something that it did not show', 'signature.given', { hashes: ['x'] }],
    ['Signed your profile', 'sign', { kind: 0 }],
    ['Signed an event of kind 12345', 'sign', { kind: 12_345 }],
    ['Made a test signature', 'sign', { proof: PHONE }],
    ['Encrypted a text for Phone', 'nip44.encrypt', { peer: PHONE }],
    ['Read a message of bbbbbbbb…', 'nip04.decrypt', { peer: BEN }],
    ['Helped with private messages of Phone', 'exchange.given', { keys: [PHONE] }],
    ['Helped with private messages of 2 people', 'exchange.given', { keys: [PHONE, BEN] }],
    ['Stopped signing', 'stop', {}],
  ])('is said as: %s', (deed, action, detail) => {
    expect(read({ action, detail }).deed).toBe(deed)
  })

  it.each<[string, string, string, AuditEntry['detail']]>([
    [
      'Refused to publish a note, 4 times',
      'verdict',
      'refused',
      { operation: 'sign', count: 4, kinds: [1] },
    ],
    [
      'Refused to sign 2 things that it does not show',
      'verdict',
      'refused',
      { operation: 'sign', count: 2 },
    ],
    [
      'Refused to read what Phone sent you',
      'verdict',
      'refused',
      { operation: 'nip44.decrypt', peer: PHONE },
    ],
    [
      'Asked to sign 3 events of different kinds',
      'question',
      'ran out',
      { operation: 'sign', count: 3, kinds: [1, 7] },
    ],
    ['Asked to be given the group', 'onboarding.asked', 'waiting', { peer: `02${PHONE}` }],
    ['Could not sign a note', 'sign', 'NO_QUORUM', { kind: 1 }],
    ['Could not read a message of Phone', 'nip44.decrypt', 'SIGN_TIMEOUT', { peer: PHONE }],
    ['Could not co-sign a note', 'signature.given', 'failed', { hashes: ['x'], kinds: [1] }],
  ])('or what was not, as: %s', (deed, action, outcome, detail) => {
    expect(read({ action, outcome, detail }).deed).toBe(deed)
  })

  it.each([
    ['for Phone', 'peer', PHONE],
    ['for Peer bbbbbbbb', 'peer', BEN],
    ["for API key 'bot'", 'program', 'api-key:bot'],
    ['for An app that was removed', 'app', APP],
    ['for you', 'owner', 'anna'],
  ])('was done %s', (who, door, actor) => {
    expect(read({ actor })).toMatchObject({ more: [who], door })
  })

  it('was done with other devices, by their names', () => {
    expect(read({ actor: 'anna', detail: { kind: 1, peers: [PHONE, BEN] } }).more).toEqual([
      'for you, with Phone, Peer bbbbbbbb',
    ])
  })

  it('says who signed in, from where', () => {
    const login = { action: 'login', detail: { from: '192.168.1.20', browser: 'Firefox on Linux' } }
    expect(read({ ...login, actor: 'anna' })).toMatchObject({
      ...{ deed: 'You signed in', more: ['Firefox on Linux, 192.168.1.20'] },
    })
    expect(read({ ...login, actor: 'api-key:bot' }).deed).toBe("API key 'bot' signed in")
    const refused = { action: 'login', actor: 'unknown', outcome: 'refused', detail: {} }
    expect(read(refused)).toMatchObject({ deed: 'Somebody could not sign in', more: [] })
  })
})

describe('what decided', () => {
  it.each([
    ['rule: May publish a note, at most 60 times an hour; more is refused', 'rule 12'],
    [
      'limit of the rule: May publish a note, at most 60 times an hour; more is refused',
      'limit of rule 12',
    ],
    ['rule 13, which is deleted', 'rule 13'],
    ['preset: Everyday things', 'preset everyday'],
    ['its switch is off', 'switch'],
    ['it is switched on', 'door'],
    ['moon', 'moon'],
  ])('is said as: %s', (why, by) => {
    expect(read({ detail: { by } }).why).toBe(why)
  })

  it('stands in the row where it is no rule that allowed it', () => {
    const verdict = {
      action: 'verdict',
      outcome: 'refused',
      detail: { operation: 'sign', by: 'switch' },
    }
    expect(read(verdict).more).toEqual(['for Phone', 'its switch is off'])
    expect(read({ detail: { kind: 1, by: 'rule 12' } }).more).toEqual(['for Phone'])
    expect(read({ detail: { kind: 1, by: 'answer' } }).more).toEqual(['for Phone', 'you said yes'])
  })

  it('is not repeated in the row where the outcome already says that the owner answered', () => {
    const detail = { by: 'answer', operation: 'sign' }
    expect(read({ action: 'question', outcome: 'allowed', detail })).toMatchObject({
      ...{ word: 'You allowed it', tone: 'ok', why: 'you said yes', more: ['for Phone'] },
    })
    expect(read({ action: 'question', outcome: 'refused', detail })).toMatchObject({
      ...{ word: 'Refused', more: ['for Phone', 'you said no'] },
    })
    expect(read({ action: 'question', outcome: 'refused', detail: { by: 'rule 12' } }).word).toBe(
      'Refused',
    )
  })

  it('is a failure where the outcome is a code', () => {
    expect(read({ outcome: 'NO_QUORUM' })).toMatchObject({ word: 'Failed', tone: 'bad' })
  })
})

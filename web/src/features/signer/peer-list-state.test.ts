import { describe, expect, it } from 'vitest'
import type { PeersAnswer } from '#contract/peers.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { peers as texts } from '#contract/texts/peers.ts'
import { canWatch, type PeerListParts, peerListState } from './peer-list-state.ts'

const answer = (fields: Partial<PeersAnswer> = {}) =>
  ({ peers: [{ pubkey: '02' }], total: 1, online: 0, ...fields }) as PeersAnswer

const parts: PeerListParts = {
  peers: { data: undefined, error: null },
  self: { data: { pubkey: 'ff'.repeat(32) }, error: null },
  sweep: { isFetching: false, error: null },
}
const gone = new Error('Server not reachable')

describe('what the peer list shows', () => {
  it('waits for the first answer', () => {
    expect(peerListState(parts)).toEqual({ at: 'loading' })
  })

  it('says that the peers could not be read, and why', () => {
    const state = peerListState({ ...parts, peers: { data: undefined, error: gone } })
    expect(state).toEqual({
      at: 'failed',
      problem: { title: texts.failed, reason: gone.message },
    })
  })

  it('says that it could not initialise when only our own key is unknown', () => {
    const state = peerListState({ ...parts, self: { data: undefined, error: gone } })
    expect(state).toEqual({
      at: 'failed',
      problem: { title: texts.initializeFailed, reason: gone.message },
    })
  })

  it('is empty with the reason that the server gives', () => {
    const reasonMessage = { error: 'no sound group', code: 'text' }
    const data = answer({ peers: [], mode: 'failed', reasonMessage })
    const state = peerListState({ ...parts, peers: { data, error: null } })
    expect(state).toEqual({ at: 'empty', reason: 'no sound group' })
  })

  it('keeps the rows when a later reading fails, and says so', () => {
    const state = peerListState({ ...parts, peers: { data: answer(), error: gone } })
    expect(state).toMatchObject({
      at: 'list',
      problem: { title: texts.failed, reason: gone.message },
    })
  })

  it('says that it is detecting peers while the sweep is under way', () => {
    const state = peerListState({
      ...parts,
      peers: { data: answer(), error: null },
      sweep: { isFetching: true, error: null },
    })
    expect(state).toMatchObject({ at: 'list', detecting: true, problem: null })
  })

  it('says when the sweep failed, beside the rows', () => {
    const state = peerListState({
      ...parts,
      peers: { data: answer(), error: null },
      sweep: { isFetching: false, error: gone },
    })
    expect(state).toMatchObject({
      at: 'list',
      problem: { title: texts.initializeFailed, reason: gone.message },
    })
  })

  it.each(['', '02', '03'])('does not list our own key, with the prefix %j', (prefix) => {
    const self = 'ab'.repeat(32)
    const other = `02${'cd'.repeat(32)}`
    const data = answer({
      peers: [
        { pubkey: `${prefix}${self}`, online: true },
        { pubkey: other, online: false },
      ] as PeersAnswer['peers'],
      total: 2,
      online: 1,
    })
    const state = peerListState({
      ...parts,
      peers: { data, error: null },
      self: { data: { pubkey: self }, error: null },
    })
    expect(state).toMatchObject({
      answer: { peers: [{ pubkey: other }], total: 1, online: 0 },
    })
  })
})

describe('watching the peers', () => {
  it.each([
    [null, undefined],
    [false, { hasCredentials: false, state: 'stopped' }],
    [false, { hasCredentials: true, state: 'stopped' }],
    [true, { hasCredentials: true, state: 'reconnecting' }],
    [true, { hasCredentials: true, state: 'running' }],
  ])('is %s with %j', (watches, status) => {
    expect(canWatch(status as StatusAnswer | undefined)).toBe(watches)
  })
})

import type { z } from 'zod'
import type { KeysetOutline, shareRecord } from '#contract/credentials.ts'
import { keysetName } from '#contract/keyset-name.ts'
import { validation } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { KeysetReader } from '#protocol/keyset.ts'

export type ShareRecordView = z.infer<typeof shareRecord>

/** A share with the group that it belongs to, and the keyset's name. */
export interface NamedPair {
  shareCredential: string
  groupCredential: string
  name?: string | undefined
}

type SavedRecord = Omit<ShareRecordView, 'source'>

/** The id of the pair that the signer runs on if it is not saved; no saved record has this id. */
const CURRENT_ID = 'environment'

/**
 * Saved records, newest first, including the pair that the signer runs on, unless it is already one
 * of them.
 *
 * @param current missing when the signer has no pair
 * @param currentSince when the pair came to be, if known; ISO 8601
 */
export function listShareRecords(
  saved: readonly SavedRecord[],
  current: NamedPair | undefined,
  currentSince: string,
): ShareRecordView[] {
  const records = saved.map((record): ShareRecordView => ({ ...record, source: 'saved' }))
  if (current === undefined || records.some((record) => isSamePair(record, current))) return records
  const older = records.findIndex((record) => record.savedAt <= currentSince)
  const { shareCredential, groupCredential, name } = current
  const view: ShareRecordView = {
    shareCredential,
    groupCredential,
    ...(name === undefined ? {} : { name }),
    savedAt: currentSince,
    id: CURRENT_ID,
    source: 'environment',
  }
  return records.toSpliced(older < 0 ? records.length : older, 0, view)
}

/**
 * Checks a record before it is saved: both credentials, that they belong together, and that no
 * other record has the name, if one is given. Returned without the space around each.
 *
 * @returns an error that begins with the field's name
 */
export function checkShareRecord(
  { shareCredential, groupCredential, name }: NamedPair,
  saved: readonly NamedPair[],
  reader: KeysetReader,
): Result<NamedPair> {
  const share = reader.readShare(shareCredential)
  if (!share.ok) return fail(`shareCredential: ${share.error}`)
  const group = reader.readGroup(groupCredential)
  if (!group.ok) return fail(`groupCredential: ${group.error}`)
  const keyset = reader.keysetOf(group.value, share.value)
  if (!keyset.ok) return fail(`shareCredential: ${keyset.error}`)
  const record = {
    shareCredential: shareCredential.trim(),
    groupCredential: groupCredential.trim(),
    name: name?.trim() || undefined,
  }
  if (isTaken(record, saved)) return fail(`name: ${validation.nameTaken}`)
  return ok(record)
}

const isTaken = (record: NamedPair, saved: readonly NamedPair[]): boolean =>
  record.name !== undefined &&
  saved.some(
    (other) =>
      other.name !== undefined &&
      keysetName(other.name) === keysetName(record.name ?? '') &&
      !isSamePair(other, record),
  )

const isSamePair = (a: NamedPair, b: NamedPair): boolean =>
  a.shareCredential === b.shareCredential && a.groupCredential === b.groupCredential

/** How an owner knows a pair; null when it can't be read, or does not belong together. */
export function outlineOfPair(
  { shareCredential, groupCredential }: NamedPair,
  { readCredentials }: KeysetReader,
): KeysetOutline | null {
  const { keyset } = readCredentials({ group: groupCredential, share: shareCredential })
  if (!keyset?.ok) return null
  const { protocol: generation, outline, self } = keyset.value
  const groupPubkey = xOnly(outline.pubkey)
  return {
    generation,
    index: self.idx,
    threshold: outline.threshold,
    members: outline.members.length,
    pubkey: self.pubkey,
    groupPubkey,
    npub: npubOf(groupPubkey),
  }
}

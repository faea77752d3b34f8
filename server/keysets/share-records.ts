import type { z } from 'zod'
import { validation } from '#contract/codes.ts'
import type { KeysetOutline, shareRecord } from '#contract/credentials.ts'
import { keysetName } from '#contract/keysets.ts'
import { ofField } from '#contract/message.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { KeysetReader } from '#protocol/keyset.ts'

export type ShareRecordView = z.infer<typeof shareRecord>

/** A share and its group, with the keyset's name. */
export interface CredentialPair {
  shareCredential: string
  groupCredential: string
  name?: string | undefined
}

type SavedRecord = Omit<ShareRecordView, 'source'>

/** The id of the pair that the signer runs on, if it is not saved; no saved record has this id. */
const CURRENT_ID = 'environment'

/**
 * The saved records, newest first, with the pair that the signer runs on if it is not one of them.
 *
 * @param current undefined: the signer has none
 * @param currentSince ISO 8601
 */
export function listShareRecords(
  saved: readonly SavedRecord[],
  current: CredentialPair | undefined,
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
 * Checks a record before it is saved: both credentials, that they belong together, and that no other record has
 * its name.
 *
 * @returns the record with trimmed values, or an error that begins with the field's name
 */
export function checkShareRecord(
  { shareCredential, groupCredential, name }: CredentialPair,
  saved: readonly CredentialPair[],
  reader: KeysetReader,
): Result<CredentialPair> {
  const share = reader.readShare(shareCredential)
  if (!share.ok) return fail(ofField('shareCredential', share))
  const group = reader.readGroup(groupCredential)
  if (!group.ok) return fail(ofField('groupCredential', group))
  const keyset = reader.keysetOf(group.value, share.value)
  if (!keyset.ok) return fail(ofField('shareCredential', keyset))
  const record = {
    shareCredential: shareCredential.trim(),
    groupCredential: groupCredential.trim(),
    name: name?.trim() || undefined,
  }
  if (isTaken(record, saved)) return fail(ofField('name', validation.nameTaken))
  return ok(record)
}

const isTaken = (record: CredentialPair, saved: readonly CredentialPair[]): boolean =>
  record.name !== undefined &&
  saved.some(
    (other) =>
      other.name !== undefined &&
      keysetName(other.name) === keysetName(record.name ?? '') &&
      !isSamePair(other, record),
  )

const isSamePair = (a: CredentialPair, b: CredentialPair): boolean =>
  a.shareCredential === b.shareCredential && a.groupCredential === b.groupCredential

/** The public description of a pair; null: it can't be read, or does not belong together. */
export function outlineOfPair(
  { shareCredential, groupCredential }: CredentialPair,
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

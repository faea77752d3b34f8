import type { KeysetContext } from '#app/keyset.ts'
import type { ApiKeys } from '#auth/api-keys.ts'
import type { Passwords } from '#auth/passwords.ts'
import type { ImportAnswer } from '#contract/import.ts'
import { imports as texts } from '#contract/import-messages.ts'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { StoreError } from '#store/errors.ts'
import type { Store } from '#store/open.ts'
import { clearFolders, makeFolder, receive } from './files.ts'
import { type Choices, importFiles } from './import.ts'
import { importRecord } from './record.ts'

export interface ImportsOptions {
  dataDir: string
  store: Pick<Store, 'transaction' | 'owner' | 'apiKeys'>
  keyset: Pick<KeysetContext, 'kept' | 'settings' | 'apps' | 'policy' | 'applySettings'>
  apiKeys: Pick<ApiKeys, 'reread'>
  passwords: Pick<Passwords, 'hashPassword'>
  reader: KeysetReader
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  deriveKey: DeriveKey
  /** Consoles that show settings read them again. */
  onSettings(keys: readonly EnvKey[]): void
}

/** Imports into the running server. */
export interface Imports {
  /**
   * Takes over what an igloo-server had, at once, or says what that would be.
   *
   * @param sent its files, as one
   * @throws ImportError, and a StoreError: nothing has changed then; LOCKED while another is under way
   */
  igloo(sent: SentFiles, choices: Choices, actor: string): Promise<ImportAnswer>
}

export interface SentFiles {
  source: AsyncIterable<Uint8Array>
  /** Bytes of the second file, at the end. */
  beside: number
}

export function createImports(options: ImportsOptions): Imports {
  const { dataDir, store, keyset, apiKeys, onSettings } = options
  const { kept, apps, policy, settings, applySettings } = keyset
  let isImporting = false
  clearFolders(dataDir)

  const hasKeyset = () => {
    const { SHARE_CRED, GROUP_CRED } = settings()
    return (SHARE_CRED.value ?? GROUP_CRED.value) !== undefined
  }

  return {
    igloo: async ({ source, beside }, choices, actor) => {
      if (isImporting) throw new StoreError('LOCKED', texts.busy)
      isImporting = true
      try {
        const folder = makeFolder(dataDir)
        const files = await receive({ source, beside, maxBytes: IMPORT_BYTES_MAX }, folder)
        const importing = { ...options, kept, hasKeyset }
        const { answer, plan } = await importFiles(files, choices, { ...importing, store })
        if (plan === null) return answer
        kept.audit.record(importRecord(actor, plan))
        apiKeys.reread()
        policy.ruleSet.reload()
        apps.reread()
        onSettings(envKeys.filter((key) => plan.env[key] !== undefined))
        applySettings(plan.credentials)
        return answer
      } finally {
        clearFolders(dataDir)
        isImporting = false
      }
    },
  }
}

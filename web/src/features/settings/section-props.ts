import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { settings } from '../../texts/texts.ts'

/** What a section of the settings is given. */
export interface SectionProps {
  saved: CredentialsAnswer
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  /** Called when the owner wants other credentials. */
  onConfigure(): void
  /** Called when the owner wants to see the credentials, which stand in the signer's details. */
  onCredentials(): void
  /** Called when the session may have another user's name, or have ended. */
  onCheckAccess(): void
  /** Called when other data is in force, and the sessions have ended. */
  onRestored(): void
}

export type SectionId = keyof typeof settings.sections

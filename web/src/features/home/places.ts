import { createContext, useContext } from 'react'
import type { SectionId } from '../settings/section-props.ts'

/** Where what needs the owner is seen to. */
export interface Places {
  onConfigure(): void
  onDevices(): void
  /** To the page of a device. */
  onDevice(pubkey: string): void
  /** To the page of an app. */
  onApp(id: string): void
  onActivity(): void
  /** To new shares in the 2026 protocol. */
  onMove(): void
  onSettings(section: SectionId): void
  /** To the signer's details. */
  onDetails(): void
  /** To the devices that ask to join. */
  onRequests(): void
  onQuestions(): void
}

const nowhere = () => {}

const Context = createContext<Places>({
  ...{ onConfigure: nowhere, onDevices: nowhere, onMove: nowhere, onSettings: nowhere },
  ...{ onDevice: nowhere, onApp: nowhere, onActivity: nowhere },
  ...{ onDetails: nowhere, onRequests: nowhere, onQuestions: nowhere },
})

export const PlacesProvider = Context.Provider
export const usePlaces = (): Places => useContext(Context)

import { createContext, useContext } from 'react'
import type { SectionId } from '../settings/section-props.ts'

/** A part of the signer's page that can be scrolled to. */
export type SignerPart = 'status' | 'relays'

/** The ways to other places of the console. */
export interface Places {
  onConfigure(): void
  /** @param index of the share that a device is to get, if it is to be invited at once */
  onDevices(index?: number): void
  /** To the page of a device. @param pubkey as in the list of peers */
  onDevice(pubkey: string): void
  /** To the page of an app. */
  onApp(id: string): void
  onActivity(): void
  /** To new shares in the 2026 protocol. */
  onMove(): void
  onSettings(section: SectionId): void
  onSigner(part: SignerPart): void
  /** To the devices that ask to join. */
  onRequests(): void
  onQuestions(): void
}

const nowhere = () => {}

const Context = createContext<Places>({
  ...{ onConfigure: nowhere, onDevices: nowhere, onMove: nowhere, onSettings: nowhere },
  ...{ onDevice: nowhere, onApp: nowhere, onActivity: nowhere },
  ...{ onSigner: nowhere, onRequests: nowhere, onQuestions: nowhere },
})

export const PlacesProvider = Context.Provider
export const usePlaces = (): Places => useContext(Context)

import { createContext, useContext } from 'react'
import type { SectionId } from './section-props.ts'

export type OpenSettings = (section?: SectionId) => void

const Opener = createContext<OpenSettings>(() => {})
export const SettingsOpener = Opener.Provider

/** Leads to the settings, or to a section of them: each setting has one place. */
export const useOpenSettings = (): OpenSettings => useContext(Opener)

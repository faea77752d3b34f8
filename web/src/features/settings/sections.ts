import {
  Archive,
  Bell,
  IdCard,
  Info,
  KeyRound,
  Layers,
  Lock,
  type LucideIcon,
  MonitorSmartphone,
  RadioTower,
  ScrollText,
  UserRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import type { SectionId, SectionProps } from './section-props.ts'

export interface Section {
  id: SectionId
  icon: LucideIcon
  /** Loads when it is shown. */
  Part: ComponentType<SectionProps>
  /** It means nothing on a server that lets everyone in. */
  needsLogins?: true
}

/** In the order in which they are listed. */
export const SECTIONS: readonly Section[] = [
  { id: 'identity', icon: IdCard, Part: lazyPart(() => import('./IdentitySection.tsx')) },
  { id: 'relays', icon: RadioTower, Part: lazyPart(() => import('./RelaysSection.tsx')) },
  { id: 'protocol', icon: Layers, Part: lazyPart(() => import('./ProtocolSection.tsx')) },
  { id: 'notices', icon: Bell, Part: lazyPart(() => import('./NotificationsSection.tsx')) },
  {
    ...{ id: 'login', icon: UserRound, needsLogins: true },
    Part: lazyPart(() => import('./LoginSection.tsx')),
  },
  {
    ...{ id: 'keys', icon: KeyRound, needsLogins: true },
    Part: lazyPart(() => import('./KeysSection.tsx')),
  },
  { id: 'backups', icon: Archive, Part: lazyPart(() => import('./BackupsSection.tsx')) },
  { id: 'browser', icon: MonitorSmartphone, Part: lazyPart(() => import('./BrowserSection.tsx')) },
  { id: 'secrets', icon: Lock, Part: lazyPart(() => import('./SecretsSection.tsx')) },
  { id: 'audit', icon: ScrollText, Part: lazyPart(() => import('./AuditSection.tsx')) },
  { id: 'about', icon: Info, Part: lazyPart(() => import('./AboutSection.tsx')) },
]

import { ToCompare } from '../features/home/Identity.tsx'
import { JoinRequests } from '../features/setup/joining/JoinRequests.tsx'

/** The devices that ask to join, and the group's identity to compare. */
export default function AskingDevices({ npub }: { npub: string | undefined }) {
  return <JoinRequests identity={npub && <ToCompare framed npub={npub} />} />
}

import { ToCompare } from '../features/identity/ToCompare.tsx'
import { JoinRequests } from '../features/joining/JoinRequests.tsx'

/** The devices that ask for the group, and what tells the group's identity. */
export default function AskingDevices({ npub }: { npub: string | undefined }) {
  return <JoinRequests identity={npub && <ToCompare framed npub={npub} />} />
}

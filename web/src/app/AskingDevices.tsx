import { ToCompare } from '../features/home/Identity.tsx'
import { JoinRequests } from '../features/setup/joining/JoinRequests.tsx'

/** The devices that ask for the group, and what tells the group's identity. */
export default function AskingDevices({ npub }: { npub: string | undefined }) {
  return <JoinRequests identity={npub && <ToCompare framed npub={npub} />} />
}

import { Note } from '../../ui/Note.tsx'

/** Why the server has not done what was asked of it. */
export const Problem = ({ text }: { text: string | null }) => (
  <div role="alert" className="empty:-mb-4">
    {text !== null && <Note kind="bad">{text}</Note>}
  </div>
)

import { activity as texts } from '../../../../server/contract/texts/activity.ts'
import { ActivityCard } from './ActivityCard.tsx'

/** What was asked of the key, by whom, and what came of it. */
export default function ActivityTab() {
  return <ActivityCard title={texts.title} lead={texts.lead} empty={texts.empty} />
}

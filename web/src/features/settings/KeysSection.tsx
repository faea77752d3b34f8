import { account } from '../../texts/texts.ts'
import { Markable, Settings } from '../../ui/Setting.tsx'
import { KeysPanel } from '../account/KeysPanel.tsx'
import { OutLink } from './OutLink.tsx'

/** What programs sign in with, and what they can call. */
export default function KeysSection() {
  return (
    <Settings>
      <Markable name="apiKeys">
        <KeysPanel />
      </Markable>
      <Markable name="api">
        <OutLink href="./api/docs">{account.apiDescription}</OutLink>
      </Markable>
    </Settings>
  )
}

import { SetUpScreen, type SetUpScreenProps } from '../features/auth/SetUpScreen.tsx'
import { Header } from './Header.tsx'
import { Page } from './Page.tsx'

export interface SetUpPageProps extends SetUpScreenProps {
  userId: string
  onLogout(): void
}

/** Setting up a login, in the page's frame, for a user who came by a sign-in link. */
export default function SetUpPage({ userId, onLogout, onDone }: SetUpPageProps) {
  return (
    <Page header={<Header onLogout={onLogout} userId={userId} />}>
      <SetUpScreen onDone={onDone} />
    </Page>
  )
}

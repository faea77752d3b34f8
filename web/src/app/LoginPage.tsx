import { LoginScreen, type LoginScreenProps } from '../features/auth/LoginScreen.tsx'
import { Header } from './Header.tsx'
import { Page } from './Page.tsx'

/** The login in the page's frame. */
export default function LoginPage(props: LoginScreenProps) {
  return (
    <Page header={<Header />}>
      <LoginScreen {...props} />
    </Page>
  )
}

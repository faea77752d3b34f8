import { sdk } from '../sdk'
import { resetPassword } from './resetPassword'
import { showCredentials } from './showCredentials'
import { signInLink } from './signInLink'

export const actions = sdk.Actions.of()
  .addAction(showCredentials)
  .addAction(resetPassword)
  .addAction(signInLink)

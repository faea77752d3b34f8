/** What igloo-server's calls say, in its words where its programs may look for them. */
export const igloo = {
  relaysMissing: 'Missing required field: relays',
  relaysForm: 'Invalid relays format. Must be an array of strings or null.',
  userIdNeeded: 'Valid integer userId required',
  lastUser: 'Cannot delete the last admin user',
  noUser: 'User not found',
  noApiKey: 'API key not found',
  shareMissing: 'Missing shareCredential or groupCredential',
  failed: 'Authentication failed',
  confirmReveal: 'Confirmation required to reveal admin secret',
  adminSecretHidden: 'The admin secret is shown to nobody: it is in the environment of the server',
} as const

/** What they say that they have done. */
export const iglooDone = {
  credentialsSaved: 'Credentials updated successfully',
  credentialsDeleted: 'Credentials deleted successfully',
  relaysSaved: 'Relays updated successfully',
  validated: 'Admin secret validated',
  setUp: 'Setup complete',
} as const

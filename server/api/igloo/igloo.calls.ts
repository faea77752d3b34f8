import * as igloo from '#contract/igloo.ts'
import { errorAnswer, successAnswer } from '#contract/operations.ts'
import { igloo as texts } from '#contract/texts/igloo.ts'
import type { Route } from '#http/route.ts'

/** Whoever sets the first password is not known yet. */
const SETUP_BODY_BYTES = 16 * 1024

const userRelaysWrite = {
  path: '/api/user/relays',
  scope: 'admin',
  limit: 'request',
  confirm: 'always',
  body: igloo.userRelaysUpdate,
  answers: { 200: successAnswer, 400: errorAnswer },
} as const
const userCredentialsWrite = {
  path: '/api/user/credentials',
  scope: 'admin',
  limit: 'request',
  confirm: 'always',
  summary: 'Save the credentials: what is left out stays, and null deletes',
  body: igloo.userCredentialsUpdate,
  answers: { 200: successAnswer, 400: errorAnswer },
} as const

/** igloo-server's calls (v1.1.0) about its users: there is one. */
const userCalls = {
  userProfile: {
    method: 'get',
    path: '/api/user/profile',
    scope: 'read',
    limit: 'request',
    summary: 'The one user',
    answers: { 200: igloo.userProfile },
  },
  userCredentials: {
    method: 'get',
    path: '/api/user/credentials',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'The credentials, the share among them',
    answers: { 200: igloo.userCredentials },
  },
  saveUserCredentials: { method: 'post', ...userCredentialsWrite },
  replaceUserCredentials: { method: 'put', ...userCredentialsWrite },
  deleteUserCredentials: {
    method: 'delete',
    path: '/api/user/credentials',
    scope: 'admin',
    limit: 'request',
    summary: 'Delete the credentials, their name and the relays',
    answers: { 200: successAnswer, 400: errorAnswer },
  },
  userRelays: {
    method: 'get',
    path: '/api/user/relays',
    scope: 'read',
    limit: 'request',
    summary: 'The saved relays',
    answers: { 200: igloo.userRelays },
  },
  saveUserRelays: { method: 'post', summary: 'Save the relays; null deletes', ...userRelaysWrite },
  replaceUserRelays: { method: 'put', summary: 'The same', ...userRelaysWrite },
} satisfies Record<string, Route>

const admin = { scope: 'admin', adminSecret: true, limit: 'request' } as const

/** igloo-server's calls for administrators. */
const adminCalls = {
  adminWhoami: {
    method: 'get',
    path: '/api/admin/whoami',
    ...admin,
    summary: 'Whether the caller is an administrator',
    answers: { 200: igloo.adminWhoami },
  },
  adminStatus: {
    method: 'get',
    path: '/api/admin/status',
    ...admin,
    summary: 'Whether somebody can sign in, and whether there is an admin secret',
    answers: { 200: igloo.adminStatus },
  },
  adminUsers: {
    method: 'get',
    path: '/api/admin/users',
    ...admin,
    summary: 'The one user',
    answers: { 200: igloo.adminUsers },
  },
  deleteAdminUser: {
    method: 'post',
    path: '/api/admin/users/delete',
    ...admin,
    summary: 'Always refused: the one user stays',
    body: igloo.userDelete,
    answers: { 400: errorAnswer, 404: errorAnswer },
  },
  adminApiKeys: {
    method: 'get',
    path: '/api/admin/api-keys',
    ...admin,
    summary: 'The API keys, without their values',
    answers: { 200: igloo.adminApiKeys },
  },
  createAdminApiKey: {
    method: 'post',
    path: '/api/admin/api-keys',
    ...admin,
    confirm: 'always',
    summary: "Make an API key, by default with the scope 'sign'; it is shown once",
    body: igloo.adminApiKeyRequest,
    answers: { 201: igloo.adminApiKeyCreated, 400: errorAnswer },
  },
  revokeAdminApiKey: {
    method: 'post',
    path: '/api/admin/api-keys/revoke',
    ...admin,
    summary: 'Revoke an API key',
    body: igloo.adminApiKeyRevoke,
    answers: { 200: successAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

/** igloo-server's calls for the first setting up. */
const onboardingCalls = {
  onboardingStatus: {
    method: 'get',
    path: '/api/onboarding/status',
    scope: 'open',
    limit: 'request',
    summary: 'Whether somebody can sign in',
    answers: { 200: igloo.onboardingStatus },
  },
  validateAdmin: {
    method: 'post',
    path: '/api/onboarding/validate-admin',
    scope: 'open',
    limit: 'login',
    summary: 'Whether the bearer token is the admin secret, as long as nobody can sign in',
    answers: { 200: successAnswer, 401: igloo.onboardingRefusal },
  },
  setUp: {
    method: 'post',
    path: '/api/onboarding/setup',
    scope: 'open',
    limit: 'login',
    summary: 'Set the first username and password, with the admin secret as the bearer token',
    body: igloo.onboardingSetup,
    maxBody: SETUP_BODY_BYTES,
    badRequest: (message: string) => ({ error: 'invalid_input', message }),
    answers: { 200: successAnswer, 400: igloo.onboardingRefusal, 401: igloo.onboardingRefusal },
  },
} satisfies Record<string, Route>

/** igloo-server's calls about what its environment file has. */
const envCalls = {
  envShares: {
    method: 'get',
    path: '/api/env/shares',
    scope: 'admin',
    limit: 'request',
    summary: 'Whether a share and a group are saved, without either',
    answers: { 200: igloo.envShares },
  },
  saveEnvShare: {
    method: 'post',
    path: '/api/env/shares',
    scope: 'admin',
    limit: 'request',
    confirm: 'always',
    summary: 'Save the share and the group that the signer runs on',
    body: igloo.envShareRequest,
    misfit: texts.shareMissing,
    badRequest: (error: string) => ({ success: false, error }),
    answers: { 200: successAnswer, 400: igloo.failedAnswer },
  },
  revealAdminSecret: {
    method: 'post',
    path: '/api/env/admin-secret',
    scope: 'admin',
    limit: 'request',
    summary: 'Always refused: the admin secret is shown to nobody',
    body: igloo.confirmReveal,
    bodyMayBeMissing: true,
    answers: { 400: errorAnswer, 404: errorAnswer },
  },
} satisfies Record<string, Route>

export const iglooCalls = { ...userCalls, ...adminCalls, ...onboardingCalls, ...envCalls }

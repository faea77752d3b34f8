import { errorAnswer } from '#contract/operations.ts'
import * as packages from '#contract/packages.ts'
import type { Route } from '#http/route.ts'

/** Packages protected by a password. */
export const packagesCalls = {
  packageWork: {
    method: 'get',
    path: '/api/packages',
    scope: 'admin',
    limit: 'request',
    summary: 'About how many seconds it takes here to open a package, or to make one',
    answers: { 200: packages.packageWork },
  },
  openPackage: {
    method: 'post',
    path: '/api/packages/open',
    scope: 'admin',
    // Passwords could be guessed through it.
    limit: 'recover',
    summary:
      'Open a bfshare, bfonboard or bfprofile, or a share that igloo-desktop, -cli or -web has saved, ' +
      'with its password; nothing is kept, and no relay is connected to unless it is given',
    body: packages.openPackageRequest,
    answers: { 200: packages.packageAnswer, 400: errorAnswer },
  },
  sealPackage: {
    method: 'post',
    path: '/api/packages/seal',
    scope: 'admin',
    // As much work as opening a package.
    limit: 'recover',
    confirm: 'always',
    summary: 'Put a share into a bfshare and a bfprofile, with a password; nothing is kept',
    body: packages.sealRequest,
    answers: { 200: packages.sealAnswer, 400: errorAnswer },
  },
} satisfies Record<string, Route>

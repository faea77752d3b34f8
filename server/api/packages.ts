import { readIglooShare } from '#contract/igloo-share.ts'
import { messageOf } from '#contract/message.ts'
import * as packages from '#contract/packages.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { openIglooShare } from '#import/igloo-share.ts'
import { openPackage, packageType, sealPackages } from '#keysets/packages.ts'
import { findBackup } from '#keysets/profile-backup.ts'
import { route } from './route.ts'
import { PASSWORD, SHARE } from './samples.ts'

/**
 * Packages protected by a password. The content of one is in the answer and nowhere else; the audit has its
 * kind and the outcome, or whose share went into one.
 */
export const packageRoutes = {
  packageWork: route({
    method: 'get',
    path: '/api/packages',
    scope: 'admin',
    summary: 'Estimate how many seconds opening or making a package takes here',
    answers: { 200: packages.packageWork },
    handle: async ({ request }, { packageSeconds }) =>
      request.json({ seconds: await packageSeconds() }),
  }),

  openPackage: route({
    method: 'post',
    path: '/api/packages/open',
    scope: 'admin',
    // Passwords could be guessed through it.
    limit: 'recover',
    example: { body: { package: 'bfprofile1...', password: PASSWORD } },
    summary: 'Open a package with its password',
    description:
      'A bfshare, bfonboard or bfprofile, or a share saved by igloo-desktop, -cli or -web. ' +
      'Nothing is saved. For a bfshare without its group, the answer lists the relays that it ' +
      'names: call again with those in `relays` on which the group may be looked for. No other ' +
      'relay is connected to.',
    body: packages.openPackageRequest,
    answers: { 200: packages.packageAnswer, 400: errorAnswer },
    handle: async ({ actor, body, request }, api) => {
      const { config, keyset, packageKeys, reader, relayPool, backupSearches } = api
      const { signal } = request.req.raw
      const options = { reader, relayHosts: config.relayHosts, deriveKey: packageKeys }
      const opened =
        readIglooShare(body.package) === null
          ? await openPackage(body, {
              ...options,
              find: (share) =>
                backupSearches.run(() => findBackup({ ...share, relayPool, signal })),
            })
          : await openIglooShare(body, options)
      keyset.kept.audit.record({
        actor,
        action: 'package.open',
        outcome: opened.ok ? 'ok' : 'refused',
        detail: { type: opened.ok ? opened.value.type : (packageType(body.package) ?? 'unknown') },
      })
      return opened.ok ? request.json(opened.value) : request.json(messageOf(opened), 400)
    },
  }),

  sealPackage: route({
    method: 'post',
    path: '/api/packages/seal',
    scope: 'admin',
    // As much work as opening a package.
    limit: 'recover',
    confirm: 'always',
    example: { body: { password: null, shareCredential: SHARE } },
    summary: 'Put a share into a bfshare and a bfprofile, with a password',
    description:
      "The share is the given one, or this server's own. Nothing is saved but `deviceName`.",
    body: packages.sealRequest,
    answers: { 200: packages.sealAnswer, 400: errorAnswer },
    handle: async ({ actor, body, request }, { keyset, packageKeys, reader }) => {
      const sealed = await sealPackages(body, { ...keyset, reader, packageKeys })
      keyset.kept.audit.record({
        actor,
        action: 'package.seal',
        outcome: sealed.ok ? 'ok' : 'refused',
        detail: {
          share: body.shareCredential === undefined ? 'own' : 'given',
          ...(sealed.ok && { index: sealed.value.index, peer: sealed.value.pubkey }),
        },
      })
      if (!sealed.ok) return request.json(messageOf(sealed), 400)
      const { pubkey } = sealed.value
      if (body.deviceName !== undefined) keyset.names.set({ pubkey, actor }, body.deviceName)
      return request.json(sealed.value)
    },
  }),
}

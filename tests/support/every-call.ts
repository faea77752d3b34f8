import { readFileSync } from 'node:fs'
import { expect, type TestContext } from 'vitest'
import { type RouteName, routes } from '#api/table.ts'
import type { Route } from '#http/route.ts'
import { type AskOptions, ask, byKey, CLOSED, makeKeys, openSession } from './access.ts'
import { type Answer, type ApiServer, firstShare, newKeyset, startServer } from './api-server.ts'
import { makeIglooDatabase } from './igloo-database.ts'
import { newHash } from './new-hash.ts'
import { PICTURES } from './picture-host.ts'
import { startPeerFor, startRelayFor } from './scope.ts'
import { until } from './until.ts'
import { vectors } from './v2-vectors.ts'

/** How a call differs from the table's example. `own`: fields that replace those of the example's body. */
interface Own extends AskOptions {
  own?: object
}

/** Calls that this server always refuses: nothing has arrived that could be saved, the peer speaks 1.x. */
type Refused =
  | 'keepJoined'
  | 'proof'
  | 'setNip46Transport'
  | 'deleteAdminUser'
  | 'revealAdminSecret'
type Answering = Exclude<RouteName, 'events' | Refused | 'validateAdmin' | 'setUp'>

/** A call that was made, and its answer. */
export interface Made {
  name: RouteName
  route: Route
  answer: Answer
}

/**
 * Makes every call that can succeed, with the table's example, to a signer that runs beside a peer. Only what has
 * to exist, such as an id or a credential, is replaced.
 */
export async function makeEveryCall(
  t: TestContext,
): Promise<{ server: ApiServer; headers: Record<string, string>; made: Made[] }> {
  const relay = await startRelayFor(t)
  const keyset = newKeyset()
  // Nobody runs with the third: a share is not given to two devices.
  const [shareCredential = '', otherShare = '', reservedShare = ''] = keyset.shareCredentials
  const { groupCredential } = keyset
  const server = await startServer(t, {
    environment: { ...CLOSED, ...firstShare(keyset, [relay.url]) },
  })
  const { auth, store, keysets } = server.context
  const { first } = keysets
  const { supervisor } = first
  const { admin: apiKey } = makeKeys(server)
  const headers = byKey(apiKey)
  await startPeerFor(t, { group: groupCredential, share: otherShare, relays: [relay.url] })
  await openSession(server)
  await until(() => supervisor.signer?.isReady === true)
  const pubkey = keyset.group.commits[1]?.pubkey ?? ''
  const group = keyset.group.group_pk.slice(2)
  const peer_pubkey = newKeyset().group.group_pk
  const encrypted = async (name: 'nip44Encrypt' | 'nip04Encrypt') => {
    const { body } = await ask(server, name, { headers, body: { peer_pubkey, content: 'text' } })
    return { peer_pubkey, content: (body as { result: string }).result }
  }
  const madeBackup = async () => {
    const { url } = server
    const body = JSON.stringify({ withKey: false })
    return (await fetch(`${url}${routes.backup.path}`, { method: 'POST', headers, body })).blob()
  }
  const iglooDatabase = () => {
    const person = { name: 'anna', password: 'x', share: shareCredential, group: groupCredential }
    return makeIglooDatabase(t, { people: [person] })
  }
  const ofPeer = { params: { pubkey } }
  const ofReserved = { params: { index: '3' } }
  const invitation = { name: 'Notes', preset: 'ask' } as const
  const invited = (): string => {
    const app = first.apps.invite({ ...invitation, expiresIn: 600, allow: [] })
    return app.ok ? app.value.id : expect.fail(app.error)
  }
  const ofApp = async () => ({ params: { id: invited() } })
  const appLink = () =>
    `nostrconnect://${group}?relay=${encodeURIComponent(relay.url)}&secret=s&perms=sign_event:1`
  /** A question about a call that does not wait. */
  const asked = async (id = invited()) => {
    const caller = { door: 'app', id } as const
    const request = { operation: 'sign', caller, hash: newHash() } as const
    const outcome = await first.key.carryOut(request, { waitFor: 0 })
    return outcome.ok ? expect.fail('nobody was asked') : (outcome.question?.id ?? '')
  }
  /** By the app of `appLink`. */
  const askedByPaired = () => asked(first.apps.list().find(({ client }) => client === group)?.id)
  const ofSession = { params: { pubkey: group } }

  const calls: Record<Answering, Own | (() => Promise<Own>)> = {
    authStatus: {},
    login: async () => ({ body: { token: auth.createSignInToken() } }),
    logout: {},
    confirm: { body: { apiKey } },
    credentials: {},
    status: {},
    overview: {},
    history: {},
    peers: {},
    group: {},
    policies: {},
    self: {},
    ping: {},
    diagnostics: {},
    monitor: {},
    policy: ofPeer,
    setPolicy: ofPeer,
    deletePolicy: ofPeer,
    settings: {},
    saveSettings: {},
    notify: {},
    saveNotify: {},
    deleteNotify: {},
    tryNotify: { own: { url: 'http://127.0.0.1:9/nobody' } },
    join: { own: { relays: [] } },
    joining: {},
    giveUpJoining: {},
    joinRequests: {},
    decideJoinRequest: async () => {
      const peer = supervisor.signer?.peers.get(pubkey)
      if (peer) supervisor.signer?.onboarding.asked(peer)
      return ofPeer
    },
    shares: {},
    saveShare: { own: { shareCredential, groupCredential } },
    deleteShare: async () => ({ params: { id: store.keyset(1).shares.list()[0]?.id ?? '' } }),
    recover: { own: { groupCredential, shareCredentials: [shareCredential, otherShare] } },
    validate: {},
    // The signer would run on a keyset of 2026 from then on.
    keyset: { own: { generation: '1.x' } },
    bringSpare: { own: { share: reservedShare } },
    spares: {},
    handOutSpare: ofReserved,
    deleteSpare: ofReserved,
    dealKeyset: {
      own: {
        groupCredential,
        shareCredentials: [shareCredential, otherShare],
        relays: [relay.url],
      },
    },
    packageWork: {},
    openPackage: {
      body: { package: vectors.packages.bfprofile.text, password: vectors.packages.password },
    },
    sealPackage: { own: { shareCredential: otherShare } },
    testRelays: { own: { relays: [relay.url] } },
    sign: {},
    nip44Encrypt: {},
    nip44Decrypt: async () => ({ own: await encrypted('nip44Encrypt') }),
    nip04Encrypt: {},
    nip04Decrypt: async () => ({ own: await encrypted('nip04Encrypt') }),
    audit: {},
    exportAudit: {},
    backup: {},
    backups: {},
    setPeerGenerations: ofPeer,
    planBackups: {},
    checkBackup: async () => ({ body: await madeBackup() }),
    restore: async () => ({ body: await madeBackup() }),
    importIgloo: async () => ({ body: new Blob([readFileSync(iglooDatabase())]) }),
    health: {},
    openapi: {},
    docs: {},
    openapiInDocs: {},
    openapiYaml: {},
    metrics: {},
    env: {},
    saveEnv: { own: { RELAYS: JSON.stringify([relay.url]), other: 1 } },
    deleteEnv: { own: { keys: ['GROUP_NAME', 'other'] } },
    rules: {},
    addRule: {},
    deleteRule: async () => {
      const [rule] = first.policy.ruleSet.ruleViews()
      return { params: { id: String(rule?.id) } }
    },
    setCaller: async () => ({ params: { door: 'app', id: invited() } }),
    namePeer: ofPeer,
    apps: {},
    inviteApp: { own: { relays: [relay.url] } },
    readAppInvitation: { own: { uri: appLink() } },
    acceptApp: { own: { uri: appLink() } },
    nip46Transport: {},
    nip46Relays: {},
    setNip46Relays: { own: { relays: [relay.url] } },
    addNip46Relays: { own: { relays: [relay.url] } },
    connectNip46: { own: { uri: appLink() } },
    nip46Requests: async () => {
      await askedByPaired()
      return {}
    },
    answerNip46Request: async () => ({
      own: { id: await askedByPaired(), policy: { kinds: { '1': false } } },
    }),
    deleteNip46Request: async () => ({ own: { id: await askedByPaired() } }),
    nip46Sessions: {},
    updateNip46Session: { own: { pubkey: group } },
    setNip46Policy: ofSession,
    setNip46Status: { ...ofSession, own: { touch: true } },
    nip46History: {},
    deleteNip46Session: ofSession,
    app: ofApp,
    updateApp: ofApp,
    reinviteApp: ofApp,
    removeApp: ofApp,
    questions: {},
    answerQuestion: async () => ({ params: { id: await asked() } }),
    answerQuestions: async () => ({ own: { questions: [await asked()] } }),
    askedQuestion: async () => ({ params: { id: await asked() } }),
    stop: {},
    resume: {},
    sessions: {},
    endSession: async () => ({ params: { handle: auth.sessions.list()[0]?.handle ?? '' } }),
    endOtherSessions: {},
    doctor: {},
    version: {},
    saveVersion: {},
    profile: {},
    profilePicture: async () => {
      first.kept.profiles.set(group, {
        ...{ name: 'Anna', eventAt: 1, pictureUrl: 'https://a.example/p', fetchedAt: Date.now() },
        picture: { type: 'image/png', bytes: PICTURES['image/png'] },
      })
      return {}
    },
    saveProfile: {},
    apiKeys: {},
    createApiKey: {},
    revokeApiKey: async () => ({ params: { id: auth.apiKeys.list()[0]?.id ?? '' } }),
    userProfile: {},
    userCredentials: {},
    saveUserCredentials: {},
    replaceUserCredentials: {},
    userRelays: {},
    saveUserRelays: { own: { relays: [relay.url] } },
    replaceUserRelays: { own: { relays: [relay.url] } },
    adminWhoami: {},
    adminStatus: {},
    adminUsers: {},
    adminApiKeys: {},
    createAdminApiKey: {},
    revokeAdminApiKey: async () => ({ own: { apiKeyId: auth.apiKeys.list()[0]?.id } }),
    onboardingStatus: {},
    envShares: {},
    saveEnvShare: { own: { shareCredential, groupCredential } },
    deleteUserCredentials: {},
    setPassword: {},
  }
  const made: Made[] = []
  for (const [key, given] of Object.entries(calls)) {
    const name = key as RouteName
    const route: Route = routes[name]
    const options = asExample(route, typeof given === 'function' ? await given() : given)
    made.push({ name, route, answer: await ask(server, name, { headers, ...options }) })
  }
  return { server, headers, made }
}

function asExample({ example = {} }: Route, { own, ...given }: Own): AskOptions {
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  return {
    ...(example.params && { params: example.params }),
    query: `?${query}`,
    ...(example.body !== undefined && { body: { ...example.body, ...own } }),
    ...given,
  }
}

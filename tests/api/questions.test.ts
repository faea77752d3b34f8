import { describe, expect, test } from 'vitest'
import { type RouteName, routes } from '#api/table.ts'
import { questions as texts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { askedState, questionList, type ShownEvent } from '#contract/questions.ts'
import { readEvent } from '#contract/read-event.ts'
import { reading } from '#contract/texts/reading.ts'
import { ask, bySession, callsOf, opens } from '../support/access.ts'
import { counterparty } from '../support/counterparty.ts'
import { openEvents } from '../support/event-client.ts'
import { fitting } from '../support/fitting.ts'
import { newHash } from '../support/new-hash.ts'
import { startOwnedSigner } from '../support/owned-signer.ts'
import { publish } from '../support/publish.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { until } from '../support/until.ts'

const later = { Prefer: 'respond-async' }
const TEXT = 'Nobody but who answers may read this'

describe('A program whose key has rules', () => {
  test('gets what they allow, and learns which rule refuses the rest', async (t) => {
    const { server, rule, signEvent, sign } = await startOwnedSigner(t)
    const allows = await rule({ operation: 'sign', kinds: [1], verdict: 'allow' })
    const refuses = await rule({ operation: 'sign', verdict: 'refuse' })

    const note = await signEvent(1, 'a note')
    const profile = await signEvent(0, '{}')
    const blind = await sign(newHash())

    expect(note).toMatchObject({ status: 200, body: { signedEvent: { kind: 1 } } })
    const refusal = { code: 'REFUSED', by: `rule ${refuses}` }
    expect(profile).toMatchObject({ status: 403, body: refusal })
    expect(blind).toMatchObject({ status: 403, body: refusal })
    const rows = server.context.store.audit.page({ limit: 20 })
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...{ actor: 'api-key:sign', action: 'sign', outcome: 'ok' },
        detail: expect.objectContaining({ kind: 1, by: `rule ${allows}` }),
      }),
    )
    // The second refusal of the same minute is counted, not written.
    const refused = rows.filter(({ action }) => action === 'verdict')
    expect(refused).toMatchObject([
      {
        ...{ actor: 'api-key:sign', outcome: 'refused' },
        detail: { door: 'program', operation: 'sign', by: `rule ${refuses}`, kinds: [0] },
      },
    ])
  })

  test('waits for the owner, gets what is allowed, and then gets the same at once', async (t) => {
    const { server, headers, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
    await preset('everyday')

    const waits = signEvent(0, '{"name":"olga"}')
    const [id = ''] = await waiting(1)
    const listed = await ask(server, 'questions', { headers: headers.approve })
    const answered = await answer(id, { verdict: 'allow' })

    expect(fitting(questionList, listed.body).questions).toMatchObject([
      {
        ...{ id, operation: 'sign', kind: 0, count: 1, event: { content: '{"name":"olga"}' } },
        caller: { door: 'program', name: 'sign' },
      },
    ])
    expect(answered).toMatchObject({ status: 200, body: { success: true } })
    expect(await waits).toMatchObject({ status: 200, body: { signedEvent: { kind: 0 } } })
    expect((await signEvent(0, '{"name":"olga"}')).status).toBe(200)
    const audited = server.context.store.audit.page({ limit: 20 })
    expect(audited).toContainEqual(
      expect.objectContaining({ actor: 'api-key:approve', action: 'question.answer' }),
    )
  })

  test('has its answer moments after the owner gave it', async (t) => {
    const { preset, sign, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    for (let round = 0; round < 3; round += 1) {
      const waits = sign(newHash())
      const [id = ''] = await waiting(1)
      const answeredAt = performance.now()
      await answer(id, { verdict: 'allow' })
      expect((await waits).status).toBe(200)
      // Some 30 ms on a quiet machine.
      expect(performance.now() - answeredAt).toBeLessThan(15_000)
    }
  })

  test('is refused what the owner refuses', async (t) => {
    const { preset, sign, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')

    const waits = sign(newHash())
    const [id = ''] = await waiting(1)
    await answer(id, { verdict: 'refuse' })

    expect(await waits).toMatchObject({ status: 403, body: { code: 'REFUSED', by: 'answer' } })
  })

  test('gets a rule from an answer that is remembered', async (t) => {
    const { preset, signEvent, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')

    const waits = signEvent(1, 'one')
    const [id = ''] = await waiting(1)
    await answer(id, { verdict: 'allow', remember: { scope: 'kind', for: '1h' } })

    expect((await waits).status).toBe(200)
    expect((await signEvent(1, 'two')).status).toBe(200)
  })

  test('that would rather not wait gets the id of the question, and later its result', async (t) => {
    const { server, headers, preset, signEvent, answer } = await startOwnedSigner(t)
    await preset('ask')

    const accepted = await signEvent(1, 'a note', later)
    const { id } = accepted.body as { id: string }
    const state = (by: Record<string, string>) =>
      ask(server, 'askedQuestion', { headers: by, params: { id } })
    const before = await state(headers.sign)
    await answer(id, { verdict: 'allow' })
    await until(async () => (await state(headers.sign)).text.includes('"done"'))
    const after = await state(headers.sign)

    expect(accepted.status).toBe(202)
    expect(accepted.headers.get('location')).toBe(`/api/questions/${id}`)
    expect(before).toMatchObject({ status: 200, body: { id, state: 'waiting' } })
    expect(fitting(askedState, after.body)).toMatchObject({
      ...{ id, state: 'done' },
      result: { signedEvent: { kind: 1, content: 'a note' } },
    })
    expect((await state(headers.admin)).status).toBe(200)
    expect((await state(headers.approve)).status).toBe(403)
    const other = server.context.auth.apiKeys.create({ name: 'other', scope: 'sign' }).key
    expect((await state({ 'X-API-Key': other })).status).toBe(404)
  })

  test('that has hung up finds its result all the same', async (t) => {
    const { server, headers, preset, sign, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    const message = newHash()

    const hungUp = new AbortController()
    const { url } = server
    const left = fetch(`${url}${routes.sign.path}`, {
      ...{ method: 'POST', signal: hungUp.signal, headers: headers.sign },
      body: JSON.stringify({ message }),
    })
    const [id = ''] = await waiting(1)
    hungUp.abort()
    await expect(left).rejects.toThrow()
    const joined = sign(message)
    // Only a request that has come joins the question: after the answer, it would be signed once more.
    const asked = 'door="program",operation="sign",verdict="ask"} 2'
    const figures = () => ask(server, 'metrics', { headers: headers.read })
    await until(async () => (await figures()).text.includes(asked))
    await answer(id, { verdict: 'allow' })

    expect(await joined).toMatchObject({ status: 200, body: { id: message } })
    const kept = await ask(server, 'askedQuestion', { headers: headers.sign, params: { id } })
    expect(kept.body).toMatchObject({ state: 'done', result: { id: message } })
    const signed = server.context.store.audit.page({ limit: 20 })
    expect(signed.filter(({ action }) => action === 'sign')).toHaveLength(1)
  })

  test('asks about what it encrypts and decrypts without showing it', async (t) => {
    const signer = await startOwnedSigner(t)
    const { server, keyset, headers, preset, rule, waiting, answer } = signer
    await preset('all')
    const reads = await rule({ operation: 'nip04.decrypt', verdict: 'refuse' })
    const other = counterparty(keyset)
    const cipher = (name: RouteName, content: string) =>
      ask(server, name, { headers: headers.sign, body: { peer_pubkey: other.pubkey, content } })

    const encrypted = await cipher('nip44Encrypt', TEXT)
    const refused = await cipher('nip04Decrypt', other.nip04.encrypt(TEXT))
    const waits = cipher('nip44Decrypt', other.nip44.encrypt(TEXT))
    const [id = ''] = await waiting(1)
    const listed = await ask(server, 'questions', { headers: headers.approve })
    await answer(id, { verdict: 'allow' })

    expect(other.nip44.decrypt((encrypted.body as { result: string }).result)).toBe(TEXT)
    expect(refused).toMatchObject({ status: 403, body: { by: `rule ${reads}` } })
    expect(listed.body).toMatchObject({
      questions: [{ operation: 'nip44.decrypt', counterparty: other.pubkey }],
    })
    expect(await waits).toMatchObject({ status: 200, body: { result: TEXT } })
    const written = [
      listed.text,
      JSON.stringify(server.context.store.audit.page({ limit: 50 })),
      JSON.stringify(server.context.events.entries()),
      server.log.join('\n'),
    ]
    expect(findSecrets(formsOf({ text: TEXT }), { written: written.join('\n') })).toEqual([])
  })

  test('is bound by them in a session that it opens, too', async (t) => {
    const { server, program, headers, rule } = await startOwnedSigner(t)
    await rule({ verdict: 'refuse' })
    const apiKey = headers.sign['X-API-Key']
    const { body } = await ask(server, 'login', { body: { apiKey } })
    const session = bySession((body as { sessionId: string }).sessionId)

    const signed = await ask(server, 'sign', { headers: session, body: { message: newHash() } })
    await ask(server, 'setCaller', {
      headers: headers.admin,
      params: { door: 'program', id: program },
      body: { suspended: true },
    })
    const suspended = await ask(server, 'sign', { headers: session, body: { message: newHash() } })

    expect(signed).toMatchObject({ status: 403, body: { code: 'REFUSED' } })
    expect(suspended).toMatchObject({ status: 403, body: { by: 'suspended' } })
  })

  test('leaves nothing of them behind when it is revoked', async (t) => {
    const { server, headers, program, preset, rule, sign, waiting } = await startOwnedSigner(t)
    await preset('ask')
    await rule({ operation: 'nip44.encrypt', verdict: 'refuse' })
    const waits = sign(newHash())
    await waiting(1)

    await ask(server, 'revokeApiKey', { headers: headers.admin, params: { id: program } })

    expect((await waits).status).toBe(403)
    const left = await ask(server, 'rules', { headers: headers.admin })
    expect(left.body).toEqual({ rules: [], callers: [] })
    const again = await ask(server, 'setCaller', {
      headers: headers.admin,
      params: { door: 'program', id: program },
      body: { preset: 'all' },
    })
    expect(again.status).toBe(404)
  })
})

describe('A question about what replaces something', () => {
  test('shows the event that would be replaced, once a relay has sent it', async (t) => {
    const { server, relay, headers, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
    const profile = await signEvent(0, '{"name":"Anna"}')
    await publish(relay, (profile.body as { signedEvent: NostrEvent }).signedEvent)
    await preset('ask')
    const owner = await openEvents(t, server.url, { headers: headers.admin })

    const waits = signEvent(0, '{"name":"Anna K."}')
    const [id = ''] = await waiting(1)
    const questionFrames = () => owner.frames.filter(({ type }) => type === 'question-internal')
    await until(() => questionFrames().length === 2)
    const listed = await ask(server, 'questions', { headers: headers.approve })
    await answer(id, { verdict: 'allow' })

    const event = { kind: 0, created_at: 1_700_000_000, tags: [] }
    expect(questionFrames()[0]?.data).toMatchObject({ question: { id, unfound: 'searching' } })
    const replaces = { ...event, content: '{"name":"Anna"}' }
    expect(questionFrames()[0]?.data).not.toHaveProperty('question.replaces')
    expect(questionFrames()[1]?.data).toMatchObject({ question: { id, replaces } })
    expect(fitting(questionList, listed.body).questions).toMatchObject([{ id, replaces }])
    expect((await waits).status).toBe(200)
  })

  test('shows that 2 of 514 people are left, who is lost, and which rule asks', async (t) => {
    const { server, relay, headers, preset, rule, waiting } = await startOwnedSigner(t)
    const follow = (tags: string[][]) => {
      const event = { kind: 3, created_at: 1_700_000_000, tags, content: '' }
      return ask(server, 'sign', { headers: headers.sign, body: { event } })
    }
    const person = (at: number) => ['p', at.toString(16).padStart(64, '0'), '', `name ${at}`]
    const people = Array.from({ length: 514 }, (_, at) => person(at))
    const follows = await follow(people)
    await publish(relay, (follows.body as { signedEvent: NostrEvent }).signedEvent)
    const asks = await rule({ operation: 'sign', kinds: [3], verdict: 'ask' })
    await preset('all')

    const waits = follow(people.slice(0, 2))
    await waiting(1)
    const list = async () => {
      const { body } = await ask(server, 'questions', { headers: headers.approve })
      return fitting(questionList, body).questions[0]
    }
    await until(async () => (await list())?.replaces !== undefined)
    const question = await list()
    server.context.keysets.first.policy.answer(question?.id ?? '', { verdict: 'refuse' })

    expect(question).toMatchObject({ irreversible: true, why: { by: 'rule', rule: asks } })
    const { facts, essence } = readEvent(question?.event as ShownEvent, question?.replaces)
    expect(essence).toBe('514 \u200e→ 2 people')
    expect(facts).toContainEqual({
      ...{ label: reading.loses, isLoss: true },
      text: '512 people: name 2, name 3, name 4 and 509 more',
    })
    expect((await waits).status).toBe(403)
  })

  test('says so if no relay has that event, or if the one that it sends can’t be trusted', async (t) => {
    const signer = await startOwnedSigner(t, { verify: false })
    const { server, relay, preset, signEvent, waiting, answer } = signer
    const { policy } = server.context.keysets.first
    const event = ((await signEvent(0, '{}')).body as { signedEvent: NostrEvent }).signedEvent
    await preset('ask')
    const unfound = async () => {
      await waiting(1)
      await until(() => policy.waiting()[0]?.unfound !== 'searching')
      const [question] = policy.waiting()
      await answer(question?.id ?? '', { verdict: 'refuse' })
      return question?.unfound
    }

    void signEvent(0, '{"name":"one"}')
    expect(await unfound()).toBe('none')
    relay.setFaults({ ignoreFilters: true })
    await publish(relay, { ...event, content: '{"name":"Eve"}' })
    void signEvent(0, '{"name":"two"}')
    expect(await unfound()).toBe('unread')
  })

  test('is asked and answered while no relay answers', async (t) => {
    const { relay, server, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    const before = relay.received.reqs
    relay.setFaults({ noEose: true })

    const waits = signEvent(0, '{}')
    const [id = ''] = await waiting(1)
    await until(() => relay.received.reqs > before)
    const [question] = server.context.keysets.first.policy.waiting()
    await answer(id, { verdict: 'refuse' })

    expect(question).not.toHaveProperty('replaces')
    expect((await waits).status).toBe(403)
  })
})

describe('An answer', () => {
  test('is accepted once, and the second of two callers learns how the question ended', async (t) => {
    const { headers, preset, sign, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    const waits = sign(newHash())
    const [id = ''] = await waiting(1)

    const both = await Promise.all([
      answer(id, { verdict: 'allow' }),
      answer(id, { verdict: 'refuse' }, headers.admin),
    ])

    const isAllowed = (await waits).status === 200
    const end = isAllowed ? 'allowed' : 'refused'
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const second = both.find(({ status }) => status === 409)
    expect(second?.body).toMatchObject({ error: texts.over(end), end })
    expect((await answer('no such question', { verdict: 'allow' })).status).toBe(404)
  })
})

test('One answer to several allows what is harmless, and says what it leaves', async (t) => {
  const { server, headers, preset, signEvent, waiting } = await startOwnedSigner(t)
  await preset('ask')
  const [note, deletion] = [signEvent(1, 'a note'), signEvent(5, '')]
  await waiting(2)
  const { questions } = fitting(
    questionList,
    (await ask(server, 'questions', { headers: headers.approve })).body,
  )
  const idOf = (kind: number) => questions.find((one) => one.kind === kind)?.id ?? ''
  const answerAll = async (verdict: 'allow' | 'refuse') =>
    (
      await ask(server, 'answerQuestions', {
        headers: headers.approve,
        body: { verdict, questions: [idOf(1), idOf(5)] },
      })
    ).body

  expect(questions.map(({ kind, harmless }) => [kind, harmless])).toEqual(
    questions.map(({ kind }) => [kind, kind === 1]),
  )
  expect(await answerAll('allow')).toEqual({
    answers: [
      { id: idOf(1), outcome: 'answered', end: 'allowed' },
      { id: idOf(5), outcome: 'left' },
    ],
  })
  expect((await note).status).toBe(200)
  expect(await answerAll('refuse')).toEqual({
    answers: [
      { id: idOf(1), outcome: 'over', end: 'allowed' },
      { id: idOf(5), outcome: 'answered', end: 'refused' },
    ],
  })
  expect((await deletion).status).toBe(403)
})

describe('Who may answer', () => {
  test('can do that with a key for it, and nothing else', async (t) => {
    const { server, headers } = await startOwnedSigner(t)

    const open = callsOf().filter(([, route]) => route.scope !== 'open' && opens('approve', route))
    const statuses = await Promise.all(
      callsOf()
        .filter(([, route]) => route.scope !== 'open' && !opens('approve', route))
        .map(async ([name]) => (await ask(server, name, { headers: headers.approve })).status),
    )

    expect(open.map(([name]) => name).sort()).toEqual([
      'answerNip46Request',
      'answerQuestion',
      'answerQuestions',
      'deleteNip46Request',
      'nip46Requests',
      'questions',
    ])
    expect(new Set(statuses)).toEqual(new Set([403]))
  })

  test('hears of questions in the event stream, and a key that only reads does not', async (t) => {
    const { server, headers, preset, signEvent, waiting, answer } = await startOwnedSigner(t)
    await preset('ask')
    const reader = await openEvents(t, server.url, { headers: headers.read })
    const owner = await openEvents(t, server.url, { headers: headers.admin })
    const waits = signEvent(1, TEXT)
    const [id = ''] = await waiting(1)
    await answer(id, { verdict: 'allow' })
    await waits

    await owner.frame((frame) => frame.type === 'question-internal' && 'over' in frame.data)

    const questionFrames = owner.frames.filter(({ type }) => type === 'question-internal')
    expect(questionFrames).toMatchObject([
      { keyset: 1, data: { question: { id, kind: 1, event: { content: TEXT } } } },
      { keyset: 1, data: { over: id, end: 'allowed' } },
    ])
    // This later event has arrived, so an earlier frame would have, too.
    server.context.events.add('info', 'the last')
    await reader.frame(({ message }) => message === 'the last')
    expect(reader.frames.map(({ type }) => type)).not.toContain('question-internal')
    expect(findSecrets(formsOf({ text: TEXT }), { reader: reader.texts.join('\n') })).toEqual([])
    expect((await ask(server, 'questions', { headers: headers.read })).status).toBe(403)
  })
})

describe('A name', () => {
  test('is shown with the peer that it was given to, and taken away again', async (t) => {
    const { server, keyset, headers } = await startOwnedSigner(t)
    const pubkey = keyset.group.commits[1]?.pubkey ?? ''
    const name = (body: object) =>
      ask(server, 'namePeer', { headers: headers.admin, params: { pubkey }, body })
    const names = async () => {
      const { body } = await ask(server, 'peers', { headers: headers.read })
      return (body as { peers: { pubkey: string; name?: string }[] }).peers.map((peer) => peer.name)
    }

    const given = await name({ name: "  Anna's phone " })
    const shown = await names()
    await name({ name: '' })

    expect(given.body).toEqual({ pubkey, name: "Anna's phone" })
    expect(shown).toEqual(["Anna's phone"])
    expect(await names()).toEqual([undefined])
    expect((await name({ name: 'x'.repeat(65) })).status).toBe(400)
  })

  test('comes with the package that hands out a share', async (t) => {
    const { server, keyset, headers } = await startOwnedSigner(t)
    const body = {
      ...{ password: null, deviceName: 'Kitchen' },
      shareCredential: keyset.shareCredentials[1],
    }

    const sealed = await ask(server, 'sealPackage', { headers: headers.admin, body })
    const { text } = await ask(server, 'peers', { headers: headers.read })

    expect(sealed.status).toBe(200)
    const { peers } = JSON.parse(text) as { peers: { pubkey: string; name?: string }[] }
    const named = peers.find((peer) => peer.name === 'Kitchen')
    // 2026 has members' keys in their even form.
    expect(named?.pubkey.slice(2)).toBe((sealed.body as { pubkey: string }).pubkey.slice(2))
  })
})

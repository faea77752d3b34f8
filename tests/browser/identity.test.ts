// Only a browser loads modules over the network, so that one can fail to load.
import { it } from 'vitest'
import { identity as texts } from '#contract/texts/home.ts'
import { npubOf } from '#nostr/keys.ts'
import { CLIPBOARD, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('whoever hands out a share and whoever takes it see the same identity', () => {
  it('by the npub alone if the words can’t be loaded', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope)
    const form = await openConfigure(scope, floe.url, { ...CLIPBOARD, isNewHere: true })
    await form.page.route('**/assets/identity-words-*.js', (route) => route.abort('failed'))
    await paste(form, form.share, group.share(2))
    await paste(form, form.group, group.keyset.groupCredential)
    await form.page.getByText(texts.wordsFailed).waitFor()
    await form.page.getByText(npubOf(group.keyset.group.group_pk.slice(2))).waitFor()
  })
})

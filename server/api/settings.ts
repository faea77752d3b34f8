import type { Context } from '#app/context.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { Settings } from '#contract/settings.ts'
import type { Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

/** How peers are treated. A change is on the disk before it takes effect, which is at once. */
export function settingsHandlers({
  keysets: {
    first: { kept, events, supervisor, protocol, policy },
  },
}: Context): Pick<Handlers, 'settings' | 'saveSettings'> {
  return {
    settings: ({ request }) => request.json(protocol.inForce()),

    saveSettings: (call) => {
      const before = protocol.inForce()
      protocol.save(call.body)
      const after = protocol.inForce()
      supervisor.applyProtocol()
      policy.review()
      for (const words of describeChange(before, after)) events.add('info', words, after)
      kept.audit.record({
        actor: actorOf(call),
        action: 'settings.save',
        outcome: 'ok',
        detail: after,
      })
      return call.request.json(after)
    },
  }
}

function describeChange(before: Settings, after: Settings): string[] {
  const { firstGeneration, approveOnboarding } = after
  return [
    ...(firstGeneration === before.firstGeneration
      ? []
      : [ownerEvent.firstGeneration[firstGeneration]]),
    ...(approveOnboarding === before.approveOnboarding
      ? []
      : [ownerEvent.approveOnboarding(approveOnboarding)]),
  ]
}

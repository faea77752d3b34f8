import { factsOf } from '#contract/need-facts.ts'
import type { Need, Overview } from '#contract/overview.ts'
import { needSentences } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { deviceName } from '../signer/peers.ts'

/** What needs the owner, and what to do about it. */
export function describeNeed({ code, params }: Need): string {
  const sentence = needSentences[code]
  if (typeof sentence === 'string') return sentence
  const { member = 0, name, text } = params
  return sentence(
    factsOf(params, {
      device: deviceName({ member, name }),
      ...(text !== undefined && { text: translateMessage(text) }),
    }),
  )
}

/** The name of the device that a need's action is about; empty where there is none. */
export function deviceOf({ action }: Need, overview: Overview | undefined): string {
  const device = overview?.devices.find(({ pubkey }) => pubkey === action?.pubkey)
  return device === undefined ? '' : deviceName(device)
}

import type { EventFrame, SentFrame } from './events.ts'

/** A frame to its form on the wire, and back. Apart from events.ts, which brings zod. */
export const toSent = (frame: EventFrame): SentFrame => ({ ...frame, id: String(frame.id) })
export const fromSent = (frame: SentFrame): EventFrame => ({ ...frame, id: Number(frame.id) })

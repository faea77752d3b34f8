import type { EventFrame, SentFrame } from './events.ts'

/** Convert a frame to its form on the wire, and back. Not in events.ts, which imports zod. */
export const toSent = (frame: EventFrame): SentFrame => ({ ...frame, id: String(frame.id) })
export const fromSent = (frame: SentFrame): EventFrame => ({ ...frame, id: Number(frame.id) })

import { readFileSync } from 'node:fs'

/** A member's part of an exchange: as Igloo beta gives it, and as Igloo gave it before 2026-06. */
export interface BetaPart {
  idx: number
  share: string
  lambda: string
  weighted: string
  unweighted: string
}

interface BetaVectors {
  /** Shares are of f(i) = a0 + a1·i, and the counterparty's key is the x of its secret's point. */
  ecdh: {
    a0: string
    a1: string
    counterparty_secret: string
    secret: string
    target: string
    group_pk: string
    rounds: { members: number[]; parts: BetaPart[]; secret: string; conversation_key: string }[]
  }[]
  ping: {
    accepted: { why: string; data: object; generation?: string }[]
    refused: { why: string; data: object }[]
  }
}

/** The values that Igloo beta's own tests expect, and what follows from them. The keys are only for tests. */
export const betaVectors: BetaVectors = JSON.parse(
  readFileSync(new URL('beta-vectors.json', import.meta.url), 'utf8'),
)

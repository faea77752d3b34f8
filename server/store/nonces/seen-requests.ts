import { NEXT_REPLAYS_PER_PEER_MAX } from '../../contract/limits.ts'

/** A request, and until when it is no new one: up to and including `until`, Unix seconds. */
export interface SeenRequest {
  author: string
  requestId: string
  until: number
}

/** The latest requests of each author: one that floods pushes out its own, and nobody else's. */
export class SeenRequests {
  /** When each ends to count, by author and id, the oldest first. */
  readonly #byAuthor = new Map<string, Map<string, number>>()

  /** @param now Unix seconds */
  has(request: Omit<SeenRequest, 'until'>, now: number): boolean {
    const until = this.untilOf(request)
    return until !== undefined && until >= now
  }

  /** Undefined when it is not known. */
  untilOf({ author, requestId }: Omit<SeenRequest, 'until'>): number | undefined {
    return this.#byAuthor.get(author)?.get(requestId)
  }

  /** @returns the request that gives way to it, when its author has too many */
  add({ author, requestId, until }: SeenRequest, now: number): SeenRequest | undefined {
    const untilById = this.#byAuthor.get(author) ?? new Map<string, number>()
    this.#byAuthor.set(author, untilById)
    for (const [id, end] of untilById) {
      if (end >= now) break
      untilById.delete(id)
    }
    const [oldest] = untilById.size < NEXT_REPLAYS_PER_PEER_MAX ? [] : untilById
    if (oldest !== undefined) untilById.delete(oldest[0])
    untilById.delete(requestId)
    untilById.set(requestId, until)
    return oldest && { author, requestId: oldest[0], until: oldest[1] }
  }

  delete({ author, requestId }: Omit<SeenRequest, 'until'>): void {
    this.#byAuthor.get(author)?.delete(requestId)
  }

  clear(): void {
    this.#byAuthor.clear()
  }
}

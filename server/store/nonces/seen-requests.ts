import { V2_REPLAYS_PER_PEER_MAX } from '../limits.ts'

/** A request, and how long it counts as seen: up to and including `until`, Unix seconds. */
export interface SeenRequest {
  author: string
  requestId: string
  until: number
}

/** The latest requests of each author: one that floods pushes out only its own. */
export class SeenRequests {
  /** By author and id, in the order in which they were last added. */
  readonly #byAuthor = new Map<string, Map<string, SeenRequest>>()

  /** @param now Unix seconds */
  has(request: Omit<SeenRequest, 'until'>, now: number): boolean {
    const until = this.untilOf(request)
    return until !== undefined && until >= now
  }

  /** Undefined when it is not known. */
  untilOf({ author, requestId }: Omit<SeenRequest, 'until'>): number | undefined {
    return this.#byAuthor.get(author)?.get(requestId)?.until
  }

  /** @returns the request it replaces, when its author has too many */
  add(request: SeenRequest, now: number): SeenRequest | undefined {
    const latest = this.#byAuthor.get(request.author) ?? new Map<string, SeenRequest>()
    this.#byAuthor.set(request.author, latest)
    latest.delete(request.requestId)
    for (const { requestId, until } of latest.values()) {
      if (until >= now) break
      latest.delete(requestId)
    }
    const [pushedOut] = latest.size < V2_REPLAYS_PER_PEER_MAX ? [] : latest.values()
    if (pushedOut !== undefined) latest.delete(pushedOut.requestId)
    latest.set(request.requestId, request)
    return pushedOut
  }

  delete({ author, requestId }: Omit<SeenRequest, 'until'>): void {
    this.#byAuthor.get(author)?.delete(requestId)
  }
}

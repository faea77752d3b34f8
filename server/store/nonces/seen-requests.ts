import { V2_REPLAYS_PER_PEER_MAX } from '../limits.ts'

/** A request, and how long it counts as seen: up to and including `until`, Unix seconds. */
export interface SeenRequest {
  author: string
  requestId: string
  until: number
}

/**
 * The requests of one author. `order` also has requests that were removed since. Without it, finding the
 * oldest would mean going, each time, through the gaps that removed requests left in the map.
 */
interface Latest {
  byId: Map<string, SeenRequest>
  order: SeenRequest[]
}

/** The latest requests of each author: one that floods pushes out only its own. */
export class SeenRequests {
  readonly #byAuthor = new Map<string, Latest>()

  /** @param now Unix seconds */
  has(request: Omit<SeenRequest, 'until'>, now: number): boolean {
    const until = this.untilOf(request)
    return until !== undefined && until >= now
  }

  /** Undefined when it is not known. */
  untilOf({ author, requestId }: Omit<SeenRequest, 'until'>): number | undefined {
    return this.#byAuthor.get(author)?.byId.get(requestId)?.until
  }

  /** @returns the request it replaces, when its author has too many */
  add(request: SeenRequest, now: number): SeenRequest | undefined {
    const latest: Latest = this.#byAuthor.get(request.author) ?? { byId: new Map(), order: [] }
    this.#byAuthor.set(request.author, latest)
    const { byId, order } = latest
    let oldest = order[0]
    while (oldest !== undefined && (oldest.until < now || !isIn(byId, oldest))) {
      takeOut(byId, oldest)
      order.shift()
      oldest = order[0]
    }
    const pushedOut = byId.size < V2_REPLAYS_PER_PEER_MAX ? undefined : order.shift()
    if (pushedOut !== undefined) takeOut(byId, pushedOut)
    byId.set(request.requestId, request)
    order.push(request)
    return pushedOut
  }

  delete({ author, requestId }: Omit<SeenRequest, 'until'>): void {
    const { byId, order } = this.#byAuthor.get(author) ?? {}
    byId?.delete(requestId)
    // Usually the request was added last. Requests that keep failing must not pile up.
    if (order?.at(-1)?.requestId === requestId) order.pop()
  }
}

/** Whether the map has this very request under its id. */
const isIn = (byId: Latest['byId'], request: SeenRequest): boolean =>
  byId.get(request.requestId) === request

function takeOut(byId: Latest['byId'], request: SeenRequest): void {
  if (isIn(byId, request)) byId.delete(request.requestId)
}

/** Why a relay refuses events of one line, by their kinds: it may take one kind and not another. */
export class Rejections {
  /** The latest is last. */
  readonly #byKind = new Map<number, string>()

  get latest(): string | null {
    return [...this.#byKind.values()].at(-1) ?? null
  }

  /** @returns whether it was refused before */
  accepted(kind: number): boolean {
    return this.#byKind.delete(kind)
  }

  /** @returns whether the reason differs from the last refusal's */
  refused(kind: number, reason: string): boolean {
    const before = this.latest
    this.#byKind.delete(kind)
    this.#byKind.set(kind, reason)
    return before !== reason
  }
}

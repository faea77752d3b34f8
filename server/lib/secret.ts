import { inspect } from 'node:util'

const MASK = '[secret]'

/** A value that must not be printed: strings, JSON and inspection show a mask. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself; the caller is responsible for where it goes. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}

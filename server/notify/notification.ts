/** What an owner should know without looking: never a secret, and never what an event says. */
export interface Notification {
  /** Equal for all that concerns one cause, such as a question's id: it is told once, and ended once. */
  cause: string
  kind: 'question' | 'test'
  state: 'open' | 'over'
  title: string
  message: string
  /** The console's page about it, after its address: '/#questions'. */
  page: string
}

/** Where notices go. */
export interface Channel {
  url: string
  token: string | null
  /** The console's address, which ends in a slash if it has a path; null: notices have no link. */
  console: string | null
}

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A reader who is this close to the end is at the end. Pixels. */
const SLACK = 12

export interface FollowEnd {
  scroller: RefObject<HTMLElement | null>
  following: boolean
  /** To be called when the position or the height may have changed. */
  onScroll(): void
  /** Goes to the end and stays there. */
  jump(): void
}

/** Keeps an element scrolled to its end whenever `version` changes, unless it was scrolled up. */
export function useFollowEnd(version: unknown): FollowEnd {
  const scroller = useRef<HTMLElement | null>(null)
  const [following, setFollowing] = useState(true)

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const rest = element.scrollHeight - element.scrollTop - element.clientHeight
    setFollowing(rest <= SLACK)
  }, [])

  const jump = useCallback(() => {
    const element = scroller.current
    element?.scrollTo({ top: element.scrollHeight })
    element?.focus()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the content
  useLayoutEffect(() => {
    const element = scroller.current
    if (following && element !== null) element.scrollTop = element.scrollHeight
  }, [version, following])

  return { scroller, following, onScroll, jump }
}

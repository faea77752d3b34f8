import { useEffect, useRef, useState } from 'react'
import type { Question } from '#contract/questions.ts'

/** Milliseconds: longer than a press that was meant for what stood there before. */
const SETTLING = 400

/**
 * False for a moment after a question went that others stood below: who was about to press a button
 * would press that of another question.
 */
export function useSettled(questions: readonly Question[]): boolean {
  const [isSettled, setSettled] = useState(true)
  const shown = useRef<readonly string[]>([])
  const ids = questions.map(({ id }) => id).join(' ')
  useEffect(() => {
    const now = ids.split(' ')
    const moved = shown.current.some((id, at) => id !== now[at] && now.length > at)
    shown.current = now
    if (!moved) return
    setSettled(false)
    const timer = setTimeout(() => setSettled(true), SETTLING)
    return () => clearTimeout(timer)
  }, [ids])
  return isSettled
}

import { useState } from 'react'
import { storage } from '../../lib/storage.ts'

const KEY = 'floe.signer-details'

/** Whether this browser shows the signer's details: they stay as they were left. */
export function useDetailsOpen(): [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(() => storage.get(KEY) === 'open')
  return [
    isOpen,
    (open) => {
      setOpen(open)
      if (open) storage.set(KEY, 'open')
      else storage.remove(KEY)
    },
  ]
}

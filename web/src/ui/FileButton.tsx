import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'

export interface FileButtonProps {
  /** The name of the field, which is not seen. */
  label: string
  /** Media types to choose from; without this, any. */
  accept?: string
  onFile(file: File): void
  children: ReactNode
}

/** A button that takes a file of this device. */
export function FileButton({ label, accept, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

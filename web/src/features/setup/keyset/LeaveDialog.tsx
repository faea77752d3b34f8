import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

export interface LeaveDialogProps {
  open: boolean
  title: string
  /** What is lost. */
  text: string
  /** The consequences. */
  more?: string | null
  words: { stay: string; leave: string }
  onStay(): void
  onLeave(): void
}

/** Says what would be lost, before it is. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { open, title, text, more, words, onStay, onLeave } = props
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onStay}>{words.stay}</Button>
          <Button kind="danger" onClick={onLeave}>
            {words.leave}
          </Button>
        </>
      }
    >
      {more && <p className="text-ink-2">{more}</p>}
    </Dialog>
  )
}

import { common, stop as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSetStop } from './set-stop.ts'

/** Lets signing go on, after asking once more. */
export default function ResumeDialog({ onClose }: { onClose(): void }) {
  const setStop = useSetStop()
  const resume = () => setStop.mutate({ to: 'resume' }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.resumeTitle}
      description={texts.resumeLead}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" busy={setStop.isPending} onClick={resume}>
            {texts.resume}
          </Button>
        </>
      }
    />
  )
}

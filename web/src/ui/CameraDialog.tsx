import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pixelsOf, readPixels } from '../lib/read-code.ts'
import { scan as texts } from '../texts/texts.ts'
import { Dialog } from './Dialog.tsx'
import { Note } from './Note.tsx'

/** Between two looks at what the camera shows. Milliseconds. */
const LOOK_INTERVAL = 120

export interface CameraDialogProps {
  /** What is to be scanned. */
  title: string
  onCode(text: string): void
  onClose(): void
}

/** What the camera shows, until there is a QR code in it. The camera is off once this is closed. */
export default function CameraDialog({ title, onCode, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const report = useEffectEvent(onCode)

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const timer = setInterval(() => {
      const shown = video.current
      if (shown === null || shown.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
      const image = pixelsOf(shown, { width: shown.videoWidth, height: shown.videoHeight })
      const text = image && readPixels(image)
      if (text !== undefined && !isOver) {
        isOver = true
        report(text)
      }
    }, LOOK_INTERVAL)
    const open = async () => {
      const facing = { facingMode: { ideal: 'environment' } }
      stream = await navigator.mediaDevices.getUserMedia({ video: facing })
      if (isOver || video.current === null) return stop(stream)
      video.current.srcObject = stream
      await video.current.play()
    }
    open().catch(() => !isOver && setFailed(true))
    return () => {
      isOver = true
      clearInterval(timer)
      if (stream) stop(stream)
    }
  }, [])

  return (
    <Dialog open onClose={onClose} title={title} description={texts.lead}>
      {hasFailed ? (
        <div role="alert">
          <Note kind="bad">
            <p className="font-medium text-ink">{texts.noCamera}</p>
            <p>{texts.noCameraMore}</p>
          </Note>
        </div>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          className="aspect-square w-full rounded-md bg-sunken object-cover"
        />
      )}
    </Dialog>
  )
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { PACKAGE_CHARS_MAX } from '#contract/limits.ts'
import { hasCamera } from '../../lib/has-camera.ts'
import { lazyPart, loadPart } from '../../lib/load-part.ts'
import { scan as scanning, importing as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'

const CameraDialog = lazyPart(() => import('../../ui/CameraDialog.tsx'))

export interface OpenShareFileProps {
  /** @returns false: there is nothing in it */
  onText(text: string): boolean
}

/**
 * Takes a share from a file: one that igloo-desktop or igloo-cli has saved, any with credentials in it, a
 * picture of a QR code; or from a code in front of the camera.
 */
export function OpenShareFile({ onText }: OpenShareFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isScanning, setScanning] = useState(false)

  const takeText = (text: string) => setProblem(onText(text) ? null : texts.fileEmpty)

  async function takePicture(picture: File) {
    const { readPicture } = await loadPart(() => import('../../lib/read-code.ts'))
    const text = await readPicture(picture)
    if (text === undefined) setProblem(scanning.noCode)
    else takeText(text)
  }

  async function take(file: File | undefined) {
    if (file === undefined) return
    if (file.type.startsWith('image/')) {
      return takePicture(file).catch(() => setProblem(scanning.noCode))
    }
    if (file.size > PACKAGE_CHARS_MAX) return setProblem(texts.fileTooLarge)
    takeText(await file.text())
  }

  return (
    <fieldset
      aria-label={texts.openLabel}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
      className="rounded-md border border-dashed border-edge px-3.5 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-2">{texts.openLead}</p>
        <Button onClick={() => input.current?.click()}>{texts.open}</Button>
        {hasCamera() && (
          <Button onClick={() => setScanning(true)}>
            <Camera size={16} strokeWidth={1.8} aria-hidden />
            {scanning.camera}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        aria-label={texts.open}
        className="hidden"
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <p role="alert" className="mt-1 text-sm text-bad empty:hidden">
        {problem}
      </p>
      {isScanning && (
        <PartFrame>
          <CameraDialog
            title={texts.scanTitle}
            onCode={(text) => {
              setScanning(false)
              takeText(text)
            }}
            onClose={() => setScanning(false)}
          />
        </PartFrame>
      )}
    </fieldset>
  )
}

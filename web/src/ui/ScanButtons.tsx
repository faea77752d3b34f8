import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { useState } from 'react'
import { lazyPart, loadPart } from '../lib/load-part.ts'
import { scan as texts } from '../texts/texts.ts'
import { Button } from './Button.tsx'
import { FileButton } from './FileButton.tsx'
import { PartFrame } from './PartFrame.tsx'
import { toastFailed } from './toast.ts'

const CameraDialog = lazyPart(() => import('./CameraDialog.tsx'))

export interface ScanButtonsProps {
  /** What is to be scanned, for the camera's title. */
  title: string
  onCode(text: string): void
}

/** Buttons that read a QR code: by the camera, where the page may use it, and from a picture. */
export function ScanButtons({ title, onCode }: ScanButtonsProps) {
  const [isScanning, setScanning] = useState(false)

  async function read(picture: File) {
    const { readPicture } = await loadPart(() => import('../lib/read-code.ts'))
    const text = await readPicture(picture)
    if (text === undefined) toastFailed(texts.noCode)
    else onCode(text)
  }

  return (
    <div className="flex flex-wrap gap-2 max-sm:[&>button]:w-full">
      {hasCamera() && (
        <Button onClick={() => setScanning(true)}>
          <CameraIcon size={16} strokeWidth={1.8} aria-hidden />
          {texts.camera}
        </Button>
      )}
      <FileButton
        label={texts.picture}
        accept="image/*"
        onFile={(picture) => void read(picture).catch(() => toastFailed(texts.noCode))}
      >
        <ImageUp size={16} strokeWidth={1.8} aria-hidden />
        {texts.picture}
      </FileButton>
      {isScanning && (
        <PartFrame>
          <CameraDialog
            title={title}
            onCode={(text) => {
              setScanning(false)
              onCode(text)
            }}
            onClose={() => setScanning(false)}
          />
        </PartFrame>
      )}
    </div>
  )
}

/** Browsers give pages a camera only over https, or on this very machine. */
export const hasCamera = (): boolean => isSecureContext && navigator.mediaDevices !== undefined

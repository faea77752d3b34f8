import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { apps as texts } from '../../../../server/contract/texts/apps.ts'
import { hasCamera } from '../../lib/has-camera.ts'
import { lazyPart, loadPart } from '../../lib/load-part.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { toastFailed } from '../../ui/toast.ts'

const CameraDialog = lazyPart(() => import('./CameraDialog.tsx'))

/** An app's link out of its QR code: by the camera where the page may, and out of a picture. */
export function ScanButtons({ onLink }: { onLink(uri: string): void }) {
  const [isScanning, setScanning] = useState(false)
  const file = useRef<HTMLInputElement>(null)

  function take(text: string) {
    if (/^nostrconnect:/i.test(text)) onLink(text)
    else toastFailed(texts.otherCode)
  }

  async function read(picture: File) {
    const { readPicture } = await loadPart(() => import('./read-code.ts'))
    const text = await readPicture(picture)
    if (text === undefined) toastFailed(texts.noCode)
    else take(text)
  }

  return (
    <div className="flex flex-wrap gap-2 max-sm:[&>button]:w-full">
      {hasCamera() && (
        <Button onClick={() => setScanning(true)}>
          <CameraIcon size={16} strokeWidth={1.8} aria-hidden />
          {texts.scan}
        </Button>
      )}
      <Button onClick={() => file.current?.click()}>
        <ImageUp size={16} strokeWidth={1.8} aria-hidden />
        {texts.picture}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label={texts.picture}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [picture] = target.files ?? []
          if (picture) {
            read(picture).catch(() => toastFailed(texts.noCode))
          }
          // The same one can be chosen again.
          target.value = ''
        }}
      />
      {isScanning && (
        <PartFrame>
          <CameraDialog
            title={texts.scanTitle}
            onCode={(text) => {
              setScanning(false)
              take(text)
            }}
            onClose={() => setScanning(false)}
          />
        </PartFrame>
      )}
    </div>
  )
}

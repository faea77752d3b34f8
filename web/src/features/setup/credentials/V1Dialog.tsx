import { common, signer, firstGenerationDialog as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

export interface V1DialogProps {
  onClose(): void
  /** Called when the owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
}

/** What an owner must know about the 1.x protocol (design, 3.5). */
export default function V1Dialog({ onClose, onMove }: V1DialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.lead}
      wide
      actions={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button kind="primary" onClick={onMove}>
            {signer.move}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {texts.sections.map(({ title, points }) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <ul className="list-disc space-y-1 pl-5 text-ink-2 marker:text-ink-3">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

import { AppWindow, QrCode, ScanLine } from 'lucide-react'
import { apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import type { Way } from './AddAppDialog.tsx'

/** What an app is, and both ways to add the first. */
export function NoApps({ onAdd }: { onAdd(way: Way): void }) {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-2 px-4 py-10 text-center">
      <span className="mb-1 grid size-12 place-items-center rounded-lg bg-ice-soft text-ice">
        <AppWindow size={24} strokeWidth={1.6} aria-hidden />
      </span>
      <h3 className="font-semibold">{texts.empty}</h3>
      <p className="text-pretty text-ink-2">{texts.emptyLead}</p>
      <div className="mt-3 flex w-full flex-wrap justify-center gap-2 max-sm:[&>button]:min-h-11 max-sm:[&>button]:w-full">
        <Button kind="primary" onClick={() => onAdd('invite')}>
          <QrCode size={16} strokeWidth={1.8} aria-hidden />
          {texts.inviteOne}
        </Button>
        <Button onClick={() => onAdd('accept')}>
          <ScanLine size={16} strokeWidth={1.8} aria-hidden />
          {texts.acceptOne}
        </Button>
      </div>
    </div>
  )
}

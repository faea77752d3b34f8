import type { ReactNode } from 'react'
import { seenText } from '#contract/plain-text.ts'
import { credentials as texts } from '../../texts/texts.ts'
import { Note } from '../../ui/Note.tsx'

export interface DecodedViewProps {
  id: string
  /** Whose view this is, as in `Decoded group credential`. */
  label: string
  raw: string
  /** The package that the text holds, if any; the field says why it holds none. */
  decoded: { ok: true; value: unknown } | { ok: false }
  /** The npub that it signs for, if it says so. */
  identity?: string | undefined
  /** What to say when it holds none. */
  undecodable: string
}

/** A decoded credential: as written, and its content. */
export function DecodedView(props: DecodedViewProps) {
  const { id, label, raw, decoded, identity, undecodable } = props
  return (
    <section
      id={id}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard
      tabIndex={0}
      className="mt-2 max-h-details space-y-3 overflow-auto rounded-md border border-line bg-sunken p-3"
    >
      <Part title={texts.raw}>
        <p className="font-mono text-mono break-all text-ink-2">{seenText(raw)}</p>
      </Part>
      {identity !== undefined && (
        <Part title={texts.identity}>
          <p className="font-mono text-mono break-all text-ink-2">{identity}</p>
        </Part>
      )}
      <Part title={texts.decoded}>
        {decoded.ok ? (
          <pre className="font-mono text-mono break-all whitespace-pre-wrap text-ink-2">
            {seenText(JSON.stringify(decoded.value, null, 2))}
          </pre>
        ) : (
          <Note kind="bad">{undecodable}</Note>
        )}
      </Part>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-semibold text-ink-3">{title}</h3>
      {children}
    </div>
  )
}

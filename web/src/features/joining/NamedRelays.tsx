import { useId } from 'react'
import { joining as texts } from '../../texts/texts.ts'

export interface NamedRelaysProps {
  relays: readonly string[]
  /** The ones in a private network. */
  privateRelays: readonly string[]
  /** Whether names may lead there, too. */
  privateNetwork: boolean
  onPrivateNetwork(may: boolean): void
}

/** The relays that a package names, before any of them is connected to. */
export function NamedRelays(props: NamedRelaysProps) {
  const { relays, privateRelays, privateNetwork, onPrivateNetwork } = props
  const id = useId()
  const hasNames = relays.length > privateRelays.length
  return (
    <div className="grid min-w-0 gap-1.5">
      <ul aria-label={texts.relays} className="min-w-0">
        {relays.map((url) => (
          <li key={url} className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 font-mono text-mono break-all">{url}</span>
            {privateRelays.includes(url) && (
              <span className="text-xs font-medium text-warn">{texts.privateRelay}</span>
            )}
          </li>
        ))}
      </ul>
      {privateRelays.length > 0 && <p className="text-xs text-ink-2">{texts.privateRelayHint}</p>}
      {hasNames && (
        <label
          htmlFor={id}
          className="flex min-h-6 max-sm:min-h-10 items-center gap-2 text-xs text-ink-2"
        >
          <input
            id={id}
            type="checkbox"
            checked={privateNetwork}
            onChange={(event) => onPrivateNetwork(event.target.checked)}
            className="size-4 shrink-0 accent-ice"
          />
          {texts.privateNames}
        </label>
      )}
    </div>
  )
}

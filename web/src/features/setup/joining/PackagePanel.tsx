import { useMutation } from '@tanstack/react-query'
import { LockKeyhole, MailOpen, Radar } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { OpenPackageRequest, PackageAnswer, PackageRequest } from '#contract/packages.ts'
import { post } from '#web/lib/api-client.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import type { SealedKind } from '#web/lib/sealed-package.ts'
import { joining as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { shortKey } from '#web/ui/short-key.ts'
import { PackageWait } from '../PackageParts.tsx'
import { PACKAGE_TIMEOUT, useFormOf } from '../package-work.ts'
import { useJoin } from './onboarding.ts'
import { Panel } from './Panel.tsx'

export interface PackagePanelProps {
  /** Use the package as its React key, so that another one starts over. */
  sealed: string
  kind: SealedKind
  /** The group of a bfshare, if it is at hand. */
  groupCredential: string | undefined
  onOpened(opened: Exclude<PackageAnswer, Invited | Named>): void
}

type Invited = Extract<PackageAnswer, { type: 'bfonboard' }>
type Named = Extract<PackageAnswer, { type: 'relays' }>

/**
 * Takes the password of a package. The password is only in this component's state, and leaves it as
 * soon as the package is open: for an invitation, once this device has begun to join with it; for a
 * share whose group is looked for, once that is found.
 */
export function PackagePanel({ sealed, kind, groupCredential, onOpened }: PackagePanelProps) {
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<Invited | Named | null>(null)
  const open = useOpenPackage()
  const form = useFormOf(sealed)

  function tryPassword(where: Pick<OpenPackageRequest, 'relays' | 'privateNetwork'> = {}) {
    if (password === '' || open.isPending) return
    const group = groupCredential && { groupCredential }
    const request = { package: sealed, password, ...group, ...where }
    open.mutate(request, {
      // The panel beside the password says why, and takes a group.
      onError: () => setAsked(null),
      onSuccess: (opened) => {
        if (opened.type === 'bfonboard' || opened.type === 'relays') return setAsked(opened)
        setPassword('')
        onOpened(opened)
      },
    })
  }

  /** The field is inside a form whose own button would save everything. */
  function openOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    tryPassword()
  }

  function close() {
    setPassword('')
    setAsked(null)
  }

  if (asked?.type === 'bfonboard') {
    return (
      <Invitation
        invited={asked}
        request={{ package: sealed, password }}
        onBegun={() => setPassword('')}
        onClose={close}
      />
    )
  }
  if (asked?.type === 'relays') {
    return (
      <RelaysToAsk named={asked} isLooking={open.isPending} onLook={tryPassword} onClose={close} />
    )
  }
  return (
    <Panel icon={LockKeyhole} title={texts.kinds[kind].title} lead={texts.kinds[kind].text}>
      <SecretField
        label={texts.password}
        value={password}
        onText={(text) => {
          setPassword(text)
          if (open.isError) open.reset()
        }}
        onKeyDown={openOnEnter}
        error={open.error && reasonOf(open.error)}
        beside={
          <Button
            className="min-h-7"
            disabled={password === ''}
            aria-disabled={open.isPending}
            onClick={() => tryPassword()}
          >
            {open.isPending ? texts.opening : texts.open}
          </Button>
        }
      />
      <PackageWait isWaiting={open.isPending} form={form} />
    </Panel>
  )
}

interface InvitationProps {
  invited: Invited
  request: PackageRequest
  /** Called when the server has the invitation. */
  onBegun(): void
  onClose(): void
}

/** Who invites, and where, before anything is sent. */
function Invitation({ invited, request, onBegun, onClose }: InvitationProps) {
  const join = useJoin()
  const [privateNetwork, setPrivateNetwork] = useState(false)
  const { inviter, pubkey, relays } = invited
  return (
    <Panel icon={MailOpen} title={texts.invited} lead={texts.joinLead}>
      <dl className="grid gap-y-1.5 text-sm">
        <Fact name={texts.inviter}>
          <Key value={inviter} />
          <CopyButton text={inviter} what={texts.inviterKey} small />
        </Fact>
        <Fact name={texts.self}>
          <Key value={pubkey} />
        </Fact>
        <Fact name={texts.relays}>
          <NamedRelays {...invited} {...{ privateNetwork }} onPrivateNetwork={setPrivateNetwork} />
        </Fact>
      </dl>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          {texts.closeAgain}
        </Button>
        <Button
          kind="primary"
          // The focused element is gone with the password field.
          autoFocus
          aria-disabled={join.isPending}
          onClick={() => {
            if (join.isPending) return
            join.mutate({ ...request, relays, privateNetwork }, { onSuccess: onBegun })
          }}
        >
          {join.isPending ? texts.joining : texts.join}
        </Button>
      </div>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-baseline gap-x-2">
      <dt className="w-22 text-ink-3">{name}</dt>
      <dd className="flex min-w-[min(100%,12rem)] flex-1 items-center gap-1">{children}</dd>
    </div>
  )
}

const Key = ({ value }: { value: string }) => (
  <span className="font-mono text-mono" title={value}>
    {shortKey(value)}
  </span>
)

interface RelaysToAskProps {
  named: Named
  isLooking: boolean
  onLook(where: Pick<OpenPackageRequest, 'relays' | 'privateNetwork'>): void
  onClose(): void
}

/** Where a share's group will be looked for, shown beforehand. */
function RelaysToAsk({ named, isLooking, onLook, onClose }: RelaysToAskProps) {
  const [privateNetwork, setPrivateNetwork] = useState(false)
  return (
    <Panel icon={Radar} title={texts.lookTitle} lead={texts.lookLead}>
      <NamedRelays {...named} {...{ privateNetwork }} onPrivateNetwork={setPrivateNetwork} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          {texts.closeAgain}
        </Button>
        <Button
          kind="primary"
          // The focused element is gone with the password field.
          autoFocus
          aria-disabled={isLooking}
          onClick={() => !isLooking && onLook({ relays: named.relays, privateNetwork })}
        >
          {isLooking ? texts.looking : texts.look}
        </Button>
      </div>
    </Panel>
  )
}

interface NamedRelaysProps {
  relays: readonly string[]
  /** The ones in a private network. */
  privateRelays: readonly string[]
  /** Whether host names may lead into a private network, too. */
  privateNetwork: boolean
  onPrivateNetwork(may: boolean): void
}

/** The relays that a package names, before any of them is connected to. */
function NamedRelays(props: NamedRelaysProps) {
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
              <span className="text-sm font-medium text-warn">{texts.privateRelay}</span>
            )}
          </li>
        ))}
      </ul>
      {privateRelays.length > 0 && <p className="text-sm text-ink-2">{texts.privateRelayHint}</p>}
      {hasNames && (
        <label
          htmlFor={id}
          className="flex min-h-6 max-sm:min-h-10 items-center gap-2 text-sm text-ink-2"
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

/** Has the server open a package. Neither its content nor its password stays in the cache. */
const useOpenPackage = () =>
  useMutation({
    mutationFn: (request: OpenPackageRequest) =>
      post<PackageAnswer>('/api/packages/open', request, { timeout: PACKAGE_TIMEOUT }),
    gcTime: 0,
  })

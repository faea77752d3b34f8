import { LockKeyhole } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { OpenPackageRequest, PackageAnswer } from '#contract/packages.ts'
import { reasonOf } from '../../lib/query-client.ts'
import type { SealedKind } from '../../lib/sealed-package.ts'
import { joining as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { PackageWait } from '../packages/PackageWait.tsx'
import { useFormOf } from '../packages/use-form-of.ts'
import { Invitation } from './Invitation.tsx'
import { useOpenPackage } from './open-package.ts'
import { Panel } from './Panel.tsx'
import { RelaysToAsk } from './RelaysToAsk.tsx'

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
  const [invited, setInvited] = useState<Invited | null>(null)
  const [named, setNamed] = useState<Named | null>(null)
  const open = useOpenPackage()
  const form = useFormOf(sealed)

  function tryPassword(where: Pick<OpenPackageRequest, 'relays' | 'privateNetwork'> = {}) {
    if (password === '' || open.isPending) return
    const group = groupCredential && { groupCredential }
    const request = { package: sealed, password, ...group, ...where }
    open.mutate(request, {
      // The panel beside the password says why, and takes a group.
      onError: () => setNamed(null),
      onSuccess: (opened) => {
        if (opened.type === 'bfonboard') return setInvited(opened)
        if (opened.type === 'relays') return setNamed(opened)
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

  if (invited !== null) {
    return (
      <Invitation
        invited={invited}
        request={{ package: sealed, password }}
        onBegun={() => setPassword('')}
        onClose={() => {
          setPassword('')
          setInvited(null)
        }}
      />
    )
  }
  if (named !== null) {
    return (
      <RelaysToAsk
        named={named}
        isLooking={open.isPending}
        onLook={tryPassword}
        onClose={() => {
          setPassword('')
          setNamed(null)
        }}
      />
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

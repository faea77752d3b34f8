import { project } from '../../../../server/contract/project.ts'
import { settings as texts } from '../../../../server/contract/texts/settings.ts'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { Loaded } from '../account/Loaded.tsx'
import { useVersion } from './get-version.ts'
import { Licences } from './Licences.tsx'
import { OutLink } from './OutLink.tsx'

const { version, help, licences } = texts.single
const LINKS = Object.keys(texts.links) as (keyof typeof texts.links)[]

/** Which Floe this is, where there is help, and whose work it contains. */
export default function AboutSection() {
  const running = useVersion()
  return (
    <Settings>
      <Setting name="version" title={version.title}>
        <Loaded query={running} placeholder={<SkeletonLine className="w-24" />}>
          {(known) => <p>{texts.running(known)}</p>}
        </Loaded>
      </Setting>
      <Setting name="help" title={help.title} lead={texts.helpLead}>
        <ul>
          {LINKS.map((name) => (
            <li key={name}>
              <OutLink href={project[name]}>{texts.links[name]}</OutLink>
            </li>
          ))}
        </ul>
      </Setting>
      <Setting name="licences" title={licences.title} lead={texts.licenceLead}>
        <Licences />
      </Setting>
    </Settings>
  )
}

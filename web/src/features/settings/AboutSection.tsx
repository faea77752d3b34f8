import { project } from '#contract/project.ts'
import { settings as texts } from '../../texts/texts.ts'
import { Setting, Settings } from '../../ui/Setting.tsx'
import { Licences } from './Licences.tsx'
import { OutLink } from './OutLink.tsx'
import { VersionSetting } from './VersionSetting.tsx'

const { version, help, licences } = texts.single
const LINKS = Object.keys(texts.links) as (keyof typeof texts.links)[]

/** Which Floe this is, where there is help, and whose work it contains. */
export default function AboutSection() {
  return (
    <Settings>
      <Setting name="version" title={version.title}>
        <VersionSetting />
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

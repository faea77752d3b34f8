import { LANGUAGES } from '../../texts/language.ts'
import {
  access,
  account,
  audit,
  backups,
  credentials,
  generations,
  notificationsPanel,
  questions,
  relays,
  shares,
  settings as texts,
} from '../../texts/texts.ts'
import type { SectionId } from './section-props.ts'

/** What a search can find. */
export interface Entry {
  section: SectionId
  /** The setting's name; null: the section itself. */
  setting: string | null
  title: string
  /** Its label, what it says of itself, and what else people call it. */
  words: readonly string[]
}

/**
 * The entries that have every word of the query: first those that have them all in the title, then the others, both
 * in their order. A word is found by its beginning, however it is hyphenated, accented or capitalised.
 */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return []
  const found = entries.filter(({ title, words }) => hasAll(wanted, [title, ...words]))
  const isTitled = ({ title }: Entry) => hasAll(wanted, [title])
  return [...found.filter(isTitled), ...found.filter((entry) => !isTitled(entry))]
}

function hasAll(wanted: readonly string[], texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsOf)
  return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Pd}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '' && word !== '.')

type Single = keyof typeof texts.single

/** A single setting: its name, what it says of itself, and its title if `texts.single` has none. */
type SettingTexts = readonly [name: Single, says: readonly string[], title?: string]

/** What each section holds, in the order in which it is shown. */
const SETTINGS: Readonly<Record<SectionId, readonly SettingTexts[]>> = {
  identity: [['profile', [texts.profile, texts.profileHint]]],
  relays: [],
  protocol: [
    ['firstGeneration', Object.values(generations.choices).flat(), generations.firstGeneration],
    ['onboarding', [generations.approve, generations.approveHint], generations.onboarding],
  ],
  notices: [['where', [notificationsPanel.lead, notificationsPanel.url, notificationsPanel.token]]],
  login: [
    ['password', [account.loginLead, account.changeLogin, access.username, access.password]],
    ['sessions', [account.sessionsLead, account.endOthers]],
  ],
  keys: [
    ['apiKeys', [account.keysLead, account.makeKey]],
    ['api', [], account.apiDescription],
  ],
  backups: [
    ['download', Object.values(backups.download.kinds).flat(), backups.download.title],
    ['schedule', [backups.schedule.interval, backups.schedule.keep], backups.schedule.title],
    ['restore', [backups.restore.lead], backups.restore.title],
  ],
  browser: [
    ['language', [texts.browserLanguage, ...Object.values(LANGUAGES)]],
    ['theme', Object.values(texts.themes).flat()],
    ['sound', [questions.sound, texts.soundHint]],
    ['records', [shares.keep, shares.why]],
    ['warnings', [texts.bringBack]],
  ],
  secrets: [
    ['credentials', [credentials.group, credentials.share, credentials.show]],
    ['change', [texts.changeLead, texts.configure]],
  ],
  audit: [],
  about: [
    ['version', [texts.asks]],
    ['help', Object.values(texts.links)],
    ['report', [texts.reportLead, texts.reportSave]],
    ['licences', [texts.licenceLead]],
  ],
}

/** What sections without single settings say of themselves. */
const SECTION_TEXTS: Partial<Record<SectionId, readonly string[]>> = {
  relays: [relays.title, relays.addPlaceholder],
  audit: [audit.lead, audit.export],
}

const titleOf = (name: Single): string => {
  const single = texts.single[name]
  return 'title' in single ? single.title : ''
}

/** All that can be looked for in these sections. */
export function entriesOf(sections: readonly SectionId[]): Entry[] {
  return sections.flatMap((section) => {
    const { title, lead, words } = texts.sections[section]
    return [
      { section, setting: null, title, words: [lead, words, ...(SECTION_TEXTS[section] ?? [])] },
      ...SETTINGS[section].map(([name, says, own = titleOf(name)]) => ({
        section,
        setting: name,
        title: own,
        words: [...says, texts.single[name].words],
      })),
    ]
  })
}

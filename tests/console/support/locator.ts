import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fireEvent, queryAllByLabelText, queryAllByRole, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'

/** How long something is waited for before it counts as missing: long, for a busy machine. Milliseconds. */
const PATIENCE = 60_000

export interface TextOptions {
  exact?: boolean
}

export interface RoleOptions extends TextOptions {
  name?: string | RegExp
  level?: number
  checked?: boolean
  selected?: boolean
  expanded?: boolean
  pressed?: boolean
}

/**
 * Whether the class `empty:hidden` hides an element. Looks at its nodes: happy-dom's `:empty` also matches an element
 * that holds only text, or that was empty before.
 */
const isHiddenWhileEmpty = (element: Element): boolean =>
  element.classList.contains('empty:hidden') && element.childNodes.length === 0

type State = 'attached' | 'detached' | 'visible' | 'hidden'

/** What a locator finds, at the moment. */
type Find = () => HTMLElement[]

/**
 * Something on the page, found again each time it is used, as Playwright's locators are: a person looks for it by
 * role and text, waits for it, and then uses it.
 */
export class DomLocator {
  readonly #user: UserEvent
  readonly #what: string
  readonly #find: Find

  constructor(user: UserEvent, what: string, find: Find) {
    this.#user = user
    this.#what = what
    this.#find = find
  }

  #sub(what: string, find: (within: HTMLElement) => readonly Element[]): DomLocator {
    return new DomLocator(this.#user, `${this.#what} ${what}`, () =>
      unique(this.#find().flatMap((element) => find(element) as HTMLElement[])),
    )
  }

  #among(what: string, choose: (found: HTMLElement[]) => HTMLElement[]): DomLocator {
    return new DomLocator(this.#user, `${this.#what} ${what}`, () => choose(this.#find()))
  }

  getByRole(role: string, { name, exact = false, ...options }: RoleOptions = {}): DomLocator {
    const among = (within: HTMLElement) =>
      typeof name === 'string' ? whereNamesMayHave(name, within) : within
    return this.#sub(`role ${role} ${name ?? ''}`, (within) =>
      queryAllByRole(among(within), role, {
        ...options,
        ...(name !== undefined && { name: (text: string) => fits(text, name, exact) }),
      }).filter((element) => !isHiddenWhileEmpty(element)),
    )
  }

  getByText(text: string | RegExp, { exact = false }: TextOptions = {}): DomLocator {
    return this.#sub(`text ${text}`, (within) => {
      const holds = (element: Element) =>
        !SILENT.has(element.tagName) && fits(element.textContent, text, exact)
      return [within, ...within.querySelectorAll('*')].filter(
        (element) => holds(element) && ![...element.children].some(holds),
      )
    })
  }

  getByLabel(text: string | RegExp, { exact = false }: TextOptions = {}): DomLocator {
    return this.#sub(`label ${text}`, (within) =>
      queryAllByLabelText(within, (content) => fits(content, text, exact)),
    )
  }

  getByPlaceholder(text: string): DomLocator {
    return this.#sub(`placeholder ${text}`, (within) =>
      [...within.querySelectorAll('[placeholder]')].filter((element) =>
        fits(element.getAttribute('placeholder') ?? '', text, false),
      ),
    )
  }

  getByTitle(text: string): DomLocator {
    return this.#sub(`title ${text}`, (within) =>
      [...within.querySelectorAll('[title]')].filter((element) =>
        fits(element.getAttribute('title') ?? '', text, false),
      ),
    )
  }

  /** @param selector of CSS; with a `+` in front, as in `+ dd`, for the next sibling */
  locator(selector: string): DomLocator {
    return this.#sub(selector, (within) => {
      if (!selector.startsWith('+')) return [...within.querySelectorAll(selector)]
      const next = within.nextElementSibling
      return next?.matches(selector.slice(1)) ? [next] : []
    })
  }

  filter({ hasText, has }: { hasText?: string | RegExp; has?: DomLocator }): DomLocator {
    return this.#among(`with ${hasText ?? String(has)}`, (found) => {
      const holders = has === undefined ? undefined : has.#find()
      return found.filter(
        (element) =>
          (hasText === undefined || fits(element.textContent, hasText, false)) &&
          (holders === undefined ||
            holders.some((held) => element !== held && element.contains(held))),
      )
    })
  }

  or(other: DomLocator): DomLocator {
    return this.#among(`or ${other}`, (found) => inOrder([...found, ...other.#find()]))
  }

  and(other: DomLocator): DomLocator {
    return this.#among(`and ${other}`, (found) => {
      const others = new Set(other.#find())
      return found.filter((element) => others.has(element))
    })
  }

  first(): DomLocator {
    return this.nth(0)
  }

  last(): DomLocator {
    return this.nth(-1)
  }

  nth(index: number): DomLocator {
    return this.#among(`no. ${index}`, (found) => found.slice(index, index + 1 || undefined))
  }

  async count(): Promise<number> {
    return this.#find().length
  }

  async all(): Promise<DomLocator[]> {
    return this.#find().map((_, index) => this.nth(index))
  }

  toString(): string {
    return this.#what
  }

  /** Waits until a condition no longer throws. */
  async #until<T>(condition: () => T, timeout = PATIENCE): Promise<T> {
    return waitFor(condition, {
      container: document.body,
      timeout: Math.max(timeout, PATIENCE),
      onTimeout: (error) =>
        new Error(
          `${this.#what}: ${error.message}\n${(document.body.textContent ?? '').slice(0, 2_000)}`,
        ),
    })
  }

  /** The one element; waits for it. */
  async #one(): Promise<HTMLElement> {
    return this.#until(() => this.#now())
  }

  #now(): HTMLElement {
    const [element, ...others] = this.#find()
    if (element === undefined) throw new Error('is not there')
    if (others.length > 0) throw new Error(`are ${others.length + 1}`)
    return element
  }

  /** @param options.timeout milliseconds; ignored unless longer than `PATIENCE` */
  async waitFor({
    state = 'visible',
    timeout,
  }: {
    state?: State
    timeout?: number
  } = {}): Promise<void> {
    await this.#until(() => {
      if (state === 'attached' || state === 'visible') {
        const element = this.#now()
        if (state === 'visible' && !isVisible(element)) throw new Error('is hidden')
      } else if (this.#find().some((element) => state === 'detached' || isVisible(element))) {
        throw new Error('is still there')
      }
    }, timeout)
  }

  /** The one element, in sight, which a person can use now. */
  async #usable(): Promise<HTMLElement> {
    return this.#until(() => {
      const element = this.#now()
      if (!isVisible(element)) throw new Error('is hidden')
      if (isDisabled(element)) throw new Error('is disabled')
      return element
    })
  }

  /** The one element, in sight, which a person can write into now. */
  async #writable(): Promise<HTMLElement> {
    const element = await this.#usable()
    await this.#until(() => {
      if (this.#now().matches('[readonly]')) throw new Error('is only to be read')
    })
    return element
  }

  /** @param options.force clicks also what a person can't use now, such as a disabled button */
  async click({ force = false }: { force?: boolean } = {}): Promise<void> {
    await this.#user.click(await (force ? this.#one() : this.#usable()))
    await settled()
  }

  async dblclick(): Promise<void> {
    await this.#user.dblClick(await this.#usable())
  }

  async hover(): Promise<void> {
    await this.#user.hover(await this.#one())
  }

  async fill(value: string): Promise<void> {
    const element = await this.#writable()
    element.focus()
    fireEvent.input(element, { target: { value } })
  }

  async focus(): Promise<void> {
    ;(await this.#one()).focus()
  }

  async blur(): Promise<void> {
    ;(await this.#one()).blur()
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await this.#user.keyboard(keys(key))
    await settled()
  }

  async pressSequentially(text: string): Promise<void> {
    await this.#user.type(await this.#writable(), text)
  }

  async check(): Promise<void> {
    const element = await this.#usable()
    if (!isChecked(element)) await this.#user.click(element)
    await this.#until(() => {
      if (!isChecked(this.#now())) throw new Error('is not checked')
    })
  }

  async uncheck(): Promise<void> {
    const element = await this.#usable()
    if (isChecked(element)) await this.#user.click(element)
    await this.#until(() => {
      if (isChecked(this.#now())) throw new Error('is checked')
    })
  }

  async selectOption(wanted: string | { label: string }): Promise<void> {
    const value = typeof wanted === 'string' ? wanted : wanted.label
    const element = await this.#usable()
    const options = [...(element as HTMLSelectElement).options]
    const option = options.find(
      (one) => one.value === value || one.label === value || one.text === value,
    )
    if (option === undefined) throw new Error(`${this.#what}: no option ${value}`)
    await this.#user.selectOptions(element, option)
  }

  /** @param files contents, or a path */
  async setInputFiles(files: readonly UploadedFile[] | UploadedFile | string): Promise<void> {
    const element = await this.#one()
    const given = [files]
      .flat()
      .map((file) => (typeof file === 'string' ? fileAt(file) : fileOf(file)))
    fireEvent.change(element, {
      target: { files: Object.assign(given, { item: (at: number) => given[at] }) },
    })
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.#one())
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#one())
  }

  async isEnabled(): Promise<boolean> {
    return !isDisabled(await this.#one())
  }

  async isVisible(): Promise<boolean> {
    const [element] = this.#find()
    return element !== undefined && isVisible(element)
  }

  async inputValue(): Promise<string> {
    return ((await this.#one()) as HTMLInputElement).value
  }

  async textContent(): Promise<string> {
    return (await this.#one()).textContent ?? ''
  }

  async innerText(): Promise<string> {
    return (await this.textContent()).trim()
  }

  async allTextContents(): Promise<string[]> {
    return this.#find().map((element) => element.textContent ?? '')
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name)
  }

  async evaluate<T, A>(look: (element: HTMLElement, argument: A) => T, argument?: A): Promise<T> {
    return look(await this.#one(), argument as A)
  }

  async evaluateAll<T>(look: (elements: HTMLElement[]) => T): Promise<T> {
    return look(this.#find())
  }

  async dispatchEvent(type: string, properties: object = {}): Promise<void> {
    const event = new Event(type, { bubbles: true, cancelable: true })
    fireEvent(await this.#one(), Object.assign(event, properties))
  }

  async scrollIntoViewIfNeeded(): Promise<void> {
    await this.#one()
  }
}

export interface UploadedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const fileOf = ({ name, mimeType, buffer }: UploadedFile): File =>
  new File([new Uint8Array(buffer)], name, { type: mimeType })

/** A folder, which a person may drop where a file is wanted, can't be read. */
function fileAt(path: string): File {
  const name = basename(path)
  if (!statSync(path).isDirectory()) {
    return fileOf({ name, mimeType: '', buffer: readFileSync(path) })
  }
  const text = () => Promise.reject(new DOMException('', 'NotFoundError'))
  return Object.assign(new File([], name), { text })
}

/** Playwright's names of keys, as user-event has them: `Shift+Tab` is `{Shift>}{Tab}{/Shift}`. */
export function keys(name: string): string {
  const parts = name === '+' ? ['+'] : name.split('+')
  const key = parts.pop() ?? ''
  const held = parts.map((one) => (one === 'ControlOrMeta' ? 'Control' : one))
  const typed = key.length === 1 ? key : `{${key === 'Space' ? ' ' : key}}`
  return `${held.map((one) => `{${one}>}`).join('')}${typed}${held
    .reverse()
    .map((one) => `{/${one}}`)
    .join('')}`
}

/**
 * Waits for what has begun: a step back through the history takes a task of its own, and a window that opens or closes
 * moves the focus in the next frame, which in happy-dom is an immediate.
 */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

const SILENT = new Set(['SCRIPT', 'STYLE', 'HEAD', 'TITLE'])

const folded = (text: string): string => text.replaceAll(/[\s\u200b]+/g, ' ').trim()

function fits(text: string | null, wanted: string | RegExp, exact: boolean): boolean {
  const content = folded(text ?? '')
  if (typeof wanted !== 'string') return wanted.test(content)
  return exact
    ? content === folded(wanted)
    : content.toLowerCase().includes(folded(wanted).toLowerCase())
}

/**
 * `within` as a place to search that hides all elements whose name can't contain `text`. A name is computed from the
 * styles of all that an element holds, again after each change of the page: for all buttons, that was a tenth of what
 * these tests cost.
 */
function whereNamesMayHave(text: string, within: HTMLElement): HTMLElement {
  const wanted = bare(text)
  const mayBe = (element: HTMLElement): boolean => {
    const label = element.getAttribute('aria-label')
    if (label && !element.hasAttribute('aria-labelledby')) return bare(label).includes(wanted)
    return (
      bare(element.textContent ?? '').includes(wanted) ||
      isNamedOtherwise(element) ||
      ((element as HTMLButtonElement).labels?.length ?? 0) > 0
    )
  }
  const querySelectorAll = (selector: string) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter(mayBe)
  return { querySelector: () => null, querySelectorAll } as unknown as HTMLElement
}

/** A text without spaces, because an element's name may have other spaces than its text. */
const bare = (text: string): string => text.replaceAll(/[\s\u200b]+/g, '').toLowerCase()

/** Elements, and attributes, that give an element a name, or a part of one, that is not its text. */
const NAMED = new Set(['INPUT', 'SELECT', 'TEXTAREA'])
const NAMING = ['aria-label', 'aria-labelledby', 'aria-valuetext', 'title', 'alt', 'placeholder']

const isNamedOtherwise = (element: Element): boolean =>
  NAMED.has(element.tagName) ||
  NAMING.some((name) => element.hasAttribute(name)) ||
  [...element.children].some(isNamedOtherwise)

const unique = (elements: readonly HTMLElement[]): HTMLElement[] => [...new Set(elements)]

const inOrder = (elements: readonly HTMLElement[]): HTMLElement[] =>
  unique(elements).sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )

function isVisible(element: HTMLElement): boolean {
  for (let one: HTMLElement | null = element; one !== null; one = one.parentElement) {
    if (one.hidden || isHiddenWhileEmpty(one)) return false
    const { display, visibility } = getComputedStyle(one)
    if (display === 'none' || visibility === 'hidden') return false
    if (
      one.parentElement?.tagName === 'DETAILS' &&
      one.tagName !== 'SUMMARY' &&
      !one.parentElement.hasAttribute('open')
    )
      return false
  }
  return element.isConnected
}

const isDisabled = (element: HTMLElement): boolean =>
  element.getAttribute('aria-disabled') === 'true' ||
  (element.matches('button, input, select, textarea') &&
    element.matches(':disabled, fieldset:disabled *'))

const isChecked = (element: HTMLElement): boolean =>
  element.getAttribute('aria-checked') === 'true' || (element as HTMLInputElement).checked === true

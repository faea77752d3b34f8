/** Style and script of the page with the API's description, which can be read without the script. */

export const docsStyle = `:root { color-scheme: light dark;
--line: light-dark(#dde6eb, #1e2d38); --ink-2: light-dark(#41525f, #aabac5); --ice: light-dark(#0a739c, #64c4ea);
--ground: light-dark(#fff, #0b1319); --raised: light-dark(#f4f8fa, #111d26) }
* { box-sizing: border-box }
html { scroll-padding-top: 12px }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif; background: var(--ground) }
a { color: var(--ice) }
main { max-width: 860px; padding: 24px 20px 64px; min-width: 0 }
nav { padding: 16px; font-size: 13px; border-bottom: 1px solid var(--line) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: block; padding: 4px 0; text-decoration: none; overflow-wrap: anywhere }
nav summary { font-weight: 600; padding: 6px 0; cursor: pointer }
@media (min-width: 900px) {
  body { display: grid; grid-template-columns: 330px 1fr }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line) }
}
b { font: 600 12px/1 ui-monospace, monospace; display: inline-block; min-width: 52px; color: var(--ink-2) }
b.post { color: light-dark(#1a7f37, #57c785) } b.put { color: light-dark(#8a5a00, #e0a83c) }
b.delete { color: light-dark(#b42318, #f58a80) } b.get { color: var(--ice) }
h1, h2 { margin: 0 0 8px } .group { margin-top: 40px }
section section { border-top: 1px solid var(--line); padding: 12px 0 }
h3 { font: 600 15px/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere }
small { color: var(--ink-2); font-size: 13px } p { margin: 6px 0 }
table { border-collapse: collapse; width: 100%; font-size: 14px; margin: 8px 0 }
caption { text-align: left; font-weight: 600; color: var(--ink-2) }
td { border-top: 1px solid var(--line); padding: 5px 10px 5px 0; vertical-align: top; overflow-wrap: break-word }
td:first-child { width: 90px; min-width: 90px }
td table { margin: 0 } td table tr:first-child td { border: 0 }
pre, output, code { font: 13px/1.5 ui-monospace, monospace }
pre, output { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 }
pre, output:not(:empty), textarea { background: var(--raised); border-radius: 8px; padding: 10px }
output { display: block; max-height: 320px; overflow-y: auto }
form { display: grid; gap: 8px; margin-top: 8px }
form[hidden], [hidden] { display: none }
label { font-size: 13px; color: var(--ink-2); display: grid; gap: 3px }
input, textarea { font: 14px/1.5 ui-monospace, monospace; width: 100%; padding: 9px 10px; color: inherit;
border: 1px solid var(--line); border-radius: 8px; background: var(--raised) }
.search { margin-bottom: 10px }
button { justify-self: start; font: 600 14px system-ui; min-height: 40px; padding: 0 18px; border: 1px solid var(--ice);
border-radius: 8px; background: none; color: var(--ice); cursor: pointer }
@media (max-width: 899px) {
  nav { max-height: 60vh; overflow-y: auto } nav li a { padding: 10px 0 }
  tr { display: block; border-top: 1px solid var(--line) } td:empty { display: none }
  tr td, td:first-child { display: block; width: auto; border: 0; padding: 3px 0 }
}
:focus-visible { outline: 2px solid var(--ice); outline-offset: 2px }
`

/** The key and the channel by which tabs of the console store and share their session: web/src/lib/session.ts. */
const SESSION = 'floe-session'

export const docsScript = `const base = location.pathname.replace(/\\/api\\/docs\\/?$/, '')
let session = null
try { session = sessionStorage.getItem('${SESSION}') } catch {}
const note = document.querySelector('.session')
const show = () => {
  note.hidden = false
  note.textContent = session
    ? 'Calls are sent with the session that you are signed in with.'
    : 'You are not signed in here: calls are sent without a credential. Sign in at the console in another tab.'
}
const tabs = new BroadcastChannel('${SESSION}')
tabs.onmessage = ({ data }) => { if (data.is === 'session') { session = data.id; show() } }
if (session === null) tabs.postMessage({ is: 'asked' })
show()

const search = document.querySelector('.search')
search.hidden = false
search.querySelector('input').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\\s+/)
  for (const part of document.querySelectorAll('[data-find]')) {
    part.hidden = !words.every((word) => part.dataset.find.includes(word))
  }
  for (const group of document.querySelectorAll('.group, nav details')) {
    group.hidden = group.querySelector('[data-find]:not([hidden])') === null
  }
})

for (const form of document.forms) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { method, path } = form.dataset
    const fields = [...form.querySelectorAll('input')]
    const of = (place) => fields.filter((field) => field.dataset.in === place)
    const url = of('path').reduce(
      (at, { name, value }) => at.replace('{' + name + '}', encodeURIComponent(value)), path)
    const query = new URLSearchParams(of('query').filter(({ value }) => value).map(({ name, value }) => [name, value]))
    const headers = { 'Content-Type': 'application/json', ...(session && { 'X-Session-ID': session }) }
    const output = form.querySelector('output')
    output.textContent = '…'
    try {
      const answer = await fetch(base + url + (query.size ? '?' + query : ''), {
        method: method.toUpperCase(), headers, body: form.elements.body?.value })
      const text = await answer.text()
      let shown = text
      try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
      output.textContent = answer.status + '\\n' + shown
    } catch (error) {
      output.textContent = String(error)
    }
  })
}
`

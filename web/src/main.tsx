import { startConsole } from './app/start-console.tsx'
import { common } from './texts/texts.ts'
import './app/fonts.css'
import './app/app.css'

const root = document.getElementById('root')
if (root === null) console.error(common.rootMissing)
else {
  let unmount = startConsole(root)
  // A page that is left ends all that it has open. The browser may keep the page for Back: it then begins again, and
  // shows no secret.
  addEventListener('pagehide', () => unmount())
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) unmount = startConsole(root)
  })
}

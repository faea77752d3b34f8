import { startConsole } from './app/start-console.tsx'
import { common } from './texts/texts.ts'
import './app/fonts.css'
import './app/app.css'

const root = document.getElementById('root')
if (root === null) console.error(common.rootMissing)
else {
  let unmount = startConsole(root)
  // A page that is left ends all that it has open, and shows no secret to whoever goes back to it: the browser may have
  // kept it, and it then begins again.
  addEventListener('pagehide', () => unmount())
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) unmount = startConsole(root)
  })
}

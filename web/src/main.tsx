import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { page } from '../../server/contract/messages.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/controls.css'
import './ui/card.css'
import { App } from './app/App.tsx'

const root = document.getElementById('root')
if (root === null) {
  console.error(page.rootMissing)
} else {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// What is done before anything that is built has come.

// The page gets its owner's colours before anything is painted. What is kept, and how it looks, is lib/theme.ts' and
// tokens.css'.
try {
  const theme = localStorage.getItem('floe.theme')
  if (theme !== null) document.documentElement.dataset.theme = theme
} catch {
  // A storage that is switched off has no choice in it.
}

// Once the page is read, it asks for the code of what it most likely shows: a tab with a session the signer, another the
// login. The build has put both lists there (scripts/vite/preload-chunks.ts).
document.addEventListener('readystatechange', function ask() {
  document.removeEventListener('readystatechange', ask)
  let isIn = false
  try {
    isIn = sessionStorage.getItem('floe-session') !== null
  } catch {
    // Nor a session.
  }
  const list = document.getElementById(isIn ? 'early-signed-in' : 'early-login')
  if (list instanceof HTMLTemplateElement) document.head.append(list.content)
})

// Runs before any built file has come.

// Applies the owner's theme before anything is painted: lib/theme.ts stores it, tokens.css has its colours.
try {
  const theme = localStorage.getItem('floe.theme')
  if (theme !== null) document.documentElement.dataset.theme = theme
} catch {
  // A storage that is switched off holds no choice.
}

// Once the page is parsed, preloads the code of what it most likely shows: in a tab with a session the signer, else the
// login. The build has put both lists into the page (scripts/vite/preload-chunks.ts).
document.addEventListener('readystatechange', function ask() {
  document.removeEventListener('readystatechange', ask)
  let isIn = false
  try {
    isIn = sessionStorage.getItem('floe-session') !== null
  } catch {
    // Nor does it hold a session.
  }
  const list = document.getElementById(isIn ? 'early-signed-in' : 'early-login')
  if (list instanceof HTMLTemplateElement) document.head.append(list.content)
})

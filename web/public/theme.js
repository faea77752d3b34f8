// Gives the page its owner's colours before anything is painted, which is before what is built has come.
// What is kept, and how it looks, is lib/theme.ts' and tokens.css'.
try {
  const theme = localStorage.getItem('floe.theme')
  if (theme !== null) document.documentElement.dataset.theme = theme
} catch {
  // A storage that is switched off has no choice in it.
}

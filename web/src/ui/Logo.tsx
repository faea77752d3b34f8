import './logo.css'

/** One floe in three pieces; the same drawing as favicon.svg. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path d="M1.3 11.4 6 5 12.5 3.6 11.3 7.7 12.1 10.7 4.1 15.1z" />
      <path d="M14.2 3.3 19.7 5.3 22.7 10.4 21.9 13.3 16.8 11.6 13.8 10.4 13 7.5z" />
      <path d="M5.1 16.5 13 12.4 16.1 13.6 21.2 15.3 17.8 19.7 9.4 20.7z" />
    </svg>
  )
}

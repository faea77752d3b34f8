import { websiteOf } from './describe-app.ts'

/** A website that an app claims: a link only where it leads to one. */
export function Website({ url }: { url: string }) {
  const href = websiteOf(url)
  if (href === undefined) return <span className="break-all">{url}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="break-all underline decoration-current/40 underline-offset-2 hover:decoration-current"
    >
      {url}
    </a>
  )
}

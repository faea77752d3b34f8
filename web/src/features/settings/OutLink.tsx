import { ExternalLink } from 'lucide-react'

interface OutLinkProps {
  href: string
  children: string
}

/** A link that opens beside this page. */
export const OutLink = ({ href, children }: OutLinkProps) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-8 items-center gap-1.5 rounded-sm text-ice underline decoration-current/40 underline-offset-2 hover:decoration-current max-sm:min-h-10"
  >
    {children}
    <ExternalLink size={14} strokeWidth={1.8} aria-hidden />
  </a>
)

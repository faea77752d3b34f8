/** One floe in three pieces; the same drawing as favicon.svg. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className="shrink-0 fill-ice"
    >
      <path d="M12 2 4 9l3.2 2.2L12 7z" />
      <path d="m12 2 8 7-3.2 2.2L12 7z" opacity=".62" />
      <path d="m2 13 5.2-1 4.8 4v6z" opacity=".38" />
      <path d="m22 13-5.2-1-4.8 4v6z" opacity=".22" />
    </svg>
  )
}

import type { ReactNode } from 'react'

/** A drawing beside words that say the same. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 132 84"
    aria-hidden="true"
    className="w-20 fill-none stroke-2 md:w-33"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
)

const FACE = 'fill-surface stroke-ice'
const SHADE = 'fill-ice-line stroke-ice'
const DEEP = 'fill-ice stroke-ice'

/** A floe that breaks into three. */
const Create = () => (
  <Drawing>
    <path className={DEEP} d="M60 14 27 33l20 13 17-22z" />
    <path className={SHADE} d="m72 14 33 20-19 12-17-21z" />
    <path className={FACE} d="m66 35 17 18-17 19-17-19z" />
    <path className="stroke-ice-line" d="M19 44v11M14 49.500h10M113 49v9M108.5 53.500h9" />
  </Drawing>
)

/** A code on one device, and this one beside it. */
const Join = () => (
  <Drawing>
    <rect className={FACE} x="16" y="10" width="38" height="64" rx="7" />
    <path className="stroke-ice-line" d="M31 67h8" />
    <rect className={DEEP} x="23" y="20" width="9" height="9" rx="1.5" />
    <rect className={DEEP} x="38" y="20" width="9" height="9" rx="1.5" />
    <rect className={DEEP} x="23" y="35" width="9" height="9" rx="1.5" />
    <path className="stroke-ice" d="M38 36h4M47 36v4M39 44h8M24 52h6M36 52h3M46 51v2" />
    <path className="stroke-ice" strokeDasharray="1 6" d="M62 42h22" />
    <path className="stroke-ice" d="m80 36 6 6-6 6" />
    <path className={SHADE} d="m106 20 18 13-18 8-18-8z" />
    <path className={FACE} d="m88 33 18 8v24L88 54zM124 33l-18 8v24l18-11z" />
  </Drawing>
)

/** A piece that goes into its place. */
const Bring = () => (
  <Drawing>
    <path className={DEEP} d="m66 6 17 12-17 11-17-11z" />
    <path className="stroke-ice" d="M66 35v10M60 40l6 6 6-6" />
    <path className={SHADE} d="M30 54 47 44v14l19 10 19-10V44l17 10-36 20z" />
    <path className="stroke-ice" d="M30 54v8l36 18 36-18v-8" />
  </Drawing>
)

export const DRAWINGS = { create: Create, join: Join, bring: Bring }

import RugbyBall from 'lucide-react/icons/rugby-ball'
import Volleyball from 'lucide-react/icons/volleyball'
import type { ReactNode } from 'react'
import type { Sport } from '#contract/rules/sports.ts'

const ball = <circle cx="12" cy="12" r="9" />

/** Drawn in the style of lucide: 24 x 24, strokes of 2. */
const drawings: Record<Exclude<Sport, 'volleyball' | 'americanFootball'>, ReactNode> = {
  football: (
    <>
      {ball}
      <path d="m12 7.4 4.3 3.1-1.6 5H9.3l-1.6-5zM12 3v4.4M20.5 9.3l-4.2 1.2M17.3 19.3l-2.6-3.8M6.7 19.3l2.6-3.8M3.5 9.3l4.2 1.2" />
    </>
  ),
  basketball: (
    <>
      {ball}
      <path d="M12 3v18M3 12h18M5.600 5.600c3.400 3.700 3.400 9.100 0 12.800M18.400 5.600c-3.400 3.700-3.400 9.100 0 12.800" />
    </>
  ),
  tennis: (
    <>
      <g transform="rotate(45 12 12)">
        <ellipse cx="12" cy="6" rx="4.800" ry="6" />
        <path d="m9.300 11 2.700 4 2.700-4M12 15v8M12 0v11M7.200 6h9.600" />
      </g>
      <circle cx="18.500" cy="19" r="1.800" />
    </>
  ),
  boxing: (
    <path d="M7 16.500V14a3.600 3.600 0 0 1-2.700-3.500C4.300 9 5.500 8 7 8h5M7 8v-.5a4 4 0 0 1 4-4h4.700a4 4 0 0 1 4 4V11c0 2-1 3.500-2.700 4.300v1.200zM7 20.500h10" />
  ),
  snooker: (
    <>
      <circle cx="12" cy="5.500" r="2.800" />
      <circle cx="8.600" cy="12" r="2.800" />
      <circle cx="15.400" cy="12" r="2.800" />
      <circle cx="5.200" cy="18.500" r="2.800" />
      <circle cx="12" cy="18.500" r="2.800" />
      <circle cx="18.800" cy="18.500" r="2.800" />
    </>
  ),
  baseball: (
    <>
      {ball}
      <path d="M6.200 5.200c2.900 4 2.900 9.600 0 13.600M17.800 5.200c-2.900 4-2.900 9.600 0 13.600M6.700 9.600l2.800-.8M6.700 14.400l2.800.8M17.300 9.600l-2.800-.8M17.300 14.400l-2.800.8" />
    </>
  ),
  badminton: (
    <path d="M8.500 11.500 13.500 3l7.500 7.500-8.500 5M8.500 11.500l4 4M17.300 6.700l-6.800 6.800M8.500 11.500a4.100 4.100 0 1 0 4 4" />
  ),
  tableTennis: (
    <>
      <path d="M5.200 14.800A6.800 6.800 0 1 1 15 15.200L20 20.500M4.800 14.300l9.700-9.700" />
      <path d="M5.200 14.800 4 16l4 4 1.300-1.200c1.800.9 4.200.3 5.700-3.600" />
      <circle cx="20" cy="6" r="1.500" />
    </>
  ),
  cricket: (
    <>
      <path d="m13.800 5 5.200 5.200-8.800 8.800a2 2 0 0 1-2.900 0L5 16.700a2 2 0 0 1 0-2.900zM16.400 7.600 21 3" />
      <circle cx="18.500" cy="18.500" r="2.200" />
    </>
  ),
  motorRacing: (
    <path d="M5 21V4.500c4.500-2.300 7.500 2 14 0v10c-6.500 2-9.500-2.300-14 0M5 9.500c4.500-2.300 7.500 2 14 0M9.700 3.900v9.700M14.400 5.100v9.900" />
  ),
}

/** The icon of a sport, in the colour and size of the surrounding text. */
export function SportIcon({ sport, className }: { sport: Sport; className?: string }) {
  if (sport === 'volleyball') return <Volleyball className={className} aria-hidden />
  if (sport === 'americanFootball') return <RugbyBall className={className} aria-hidden />
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {drawings[sport]}
    </svg>
  )
}

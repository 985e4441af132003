import type { Match } from '#contract/http/sports.ts'
import { MatchEvents } from './MatchEvents.tsx'
import { MatchStatistics } from './MatchStatistics.tsx'
import { Pitch } from './Pitch.tsx'

/** How the match goes: where the ball is, what has happened, and the numbers. */
export function MatchCourse({ match }: { match: Match }) {
  return (
    <>
      <Pitch match={match} />
      <MatchEvents match={match} />
      <MatchStatistics match={match} />
    </>
  )
}

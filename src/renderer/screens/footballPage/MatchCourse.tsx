import type { Match } from '#contract/http/sports.ts'
import { MatchEvents } from './MatchEvents.tsx'
import { MatchForm } from './MatchForm.tsx'
import { MatchStatistics } from './MatchStatistics.tsx'
import { Pitch } from './Pitch.tsx'
import { hasBegun } from './Scoreboard.tsx'

/** How the match goes: where the ball is, what has happened, and the numbers; before kick-off what both sides have played. */
export function MatchCourse({ match }: { match: Match }) {
  if (!hasBegun(match)) return <MatchForm match={match} />
  return (
    <>
      <Pitch match={match} />
      <MatchEvents match={match} />
      <MatchStatistics match={match} />
    </>
  )
}

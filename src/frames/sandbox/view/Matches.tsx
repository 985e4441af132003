import { useState } from 'react'
import type { MatchWire } from '#contract/http/sports.ts'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { fill, type Texts } from '../texts.ts'
import { MatchForm } from './MatchForm.tsx'
import { NewMatchForm } from './NewMatchForm.tsx'
import { usePage } from './Page.ts'
import { OutcomeLine, Section, WatchedList } from './parts.tsx'
import { useAction } from './useAction.ts'
import { useFormats } from './useFormats.ts'
import { useWatched } from './useWatched.ts'

/** The matches in play and of the next day, each of which can be directed, and new ones. */
export function Matches() {
  const { api, texts } = usePage()
  const [sport, setSport] = useState<Sport>('football')
  /** As it was last told: a finished one, or one of later days, is not in the list. */
  const [directed, setDirected] = useState<MatchWire>()
  const matches = useWatched('GET feed', { query: { sport } })
  const { run, outcome } = useAction()
  const match = matches.data?.find(({ matchId }) => matchId === directed?.matchId) ?? directed
  const choose = (value: string) => {
    setSport(sports.find((each) => each === value) ?? 'football')
    setDirected(undefined)
  }
  const silence = (silent: boolean) =>
    run(async () => {
      await api.call('POST feedSilence', { body: { silent } })
      return silent ? texts.matches.isSilent : texts.matches.speaks
    })
  return (
    <Section id="matches" title={texts.sections.matches}>
      <div className="field">
        <label htmlFor="matches-of">{texts.matches.sport}</label>
        <select id="matches-of" value={sport} onChange={(event) => choose(event.currentTarget.value)}>
          {sports.map((each) => (
            <option key={each} value={each}>
              {texts.sports[each]}
            </option>
          ))}
        </select>
      </div>
      <WatchedList
        watched={matches}
        empty={texts.matches.none}
        label={texts.sections.matches}
        keyOf={({ matchId }) => matchId}
      >
        {(each) => (
          <MatchRow
            match={each}
            isDirected={each.matchId === directed?.matchId}
            onDirect={() => setDirected(each)}
          />
        )}
      </WatchedList>
      {match && (
        <MatchForm
          key={match.matchId}
          match={match}
          onDirected={setDirected}
          onLeave={() => setDirected(undefined)}
        />
      )}
      <details>
        <summary>{texts.matches.new}</summary>
        <NewMatchForm key={sport} sport={sport} onMade={setDirected} />
      </details>
      <div className="row" role="group" aria-label={texts.matches.source}>
        <button type="button" onClick={() => silence(true)}>
          {texts.matches.silence}
        </button>
        <button type="button" onClick={() => silence(false)}>
          {texts.matches.speak}
        </button>
      </div>
      <OutcomeLine outcome={outcome} />
    </Section>
  )
}

interface MatchRowProps {
  match: MatchWire
  isDirected: boolean
  onDirect: () => void
}

function MatchRow({ match, isDirected, onDirect }: MatchRowProps) {
  const { texts } = usePage()
  const formats = useFormats()
  const name = `${match.home} × ${match.away}`
  const state = match.live
    ? [`${match.homeScore}–${match.awayScore}`, periodText(match.period, texts)]
    : [formats.time(match.time)]
  if (match.minute !== null) state.push(fill(texts.matches.minuteOf, { minute: match.minute }))
  if (match.suspended) state.push(texts.matches.suspended)
  return (
    <div className="split">
      <div>
        <p>
          <b>{name}</b>
        </p>
        <p className="hint">{[match.league, ...state].join(' · ')}</p>
      </div>
      <button
        type="button"
        aria-pressed={isDirected}
        aria-label={`${texts.matches.direct}: ${name}`}
        onClick={onDirect}
      >
        {texts.matches.direct}
      </button>
    </div>
  )
}

function periodText(period: number, { periods }: Texts): string {
  const name = (Object.keys(MatchPeriod) as (keyof typeof MatchPeriod)[]).find(
    (key) => MatchPeriod[key] === period,
  )
  return name ? periods[name] : String(period)
}

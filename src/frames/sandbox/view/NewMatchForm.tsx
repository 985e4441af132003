import type { MatchWire } from '#contract/http/sports.ts'
import type { Sport } from '#contract/rules/sports.ts'
import type { FormValues } from '../FormValues.ts'
import { fill } from '../texts.ts'
import { usePage } from './Page.ts'
import { ActionForm, TextField } from './parts.tsx'

const minuteMs = 60_000

/** A match of this sport that is not in the calendar. */
export function NewMatchForm({ sport, onMade }: { sport: Sport; onMade: (match: MatchWire) => void }) {
  const { api, texts } = usePage()
  const labels = texts.matches
  const make = async (values: FormValues) => {
    const minutes = values.number('startsInMs')
    const match = await api.call('POST feed', {
      body: {
        sport,
        league: values.text('league'),
        home: values.text('home'),
        away: values.text('away'),
        startsInMs: minutes === undefined ? undefined : minutes * minuteMs,
      },
    })
    onMade(match)
    return fill(labels.made, { match: `${match.home} × ${match.away}`, id: match.matchId })
  }
  return (
    <ActionForm label={labels.new} submit={labels.make} onSubmit={make}>
      <div className="fields">
        <TextField name="home" label={labels.home} maxLength={60} />
        <TextField name="away" label={labels.away} maxLength={60} />
        <TextField name="league" label={labels.league} maxLength={60} />
        <TextField name="startsInMs" label={labels.startsIn} hint={labels.startsInHint} inputMode="numeric" />
      </div>
    </ActionForm>
  )
}

import type { MatchWire } from '#contract/http/sports.ts'
import type { SandboxMatchScript } from '#contract/sandbox.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { FieldError, type FormValues } from '../FormValues.ts'
import { fill } from '../texts.ts'
import { usePage } from './Page.ts'
import { ActionForm, FlagField, OutcomeLine, SelectField, TextField } from './parts.tsx'
import { useAction } from './useAction.ts'

const periods = Object.keys(MatchPeriod) as (keyof typeof MatchPeriod)[]
const incidents = (['corner', 'yellowCard', 'redCard'] as const).flatMap((kind) =>
  (['home', 'away'] as const).map((side) => ({ kind, side })),
)

interface MatchFormProps {
  match: MatchWire
  onDirected: (match: MatchWire) => void
  onLeave: () => void
}

/** Directs one match: what is left empty stays as it is. A match of the calendar stands still from then on. */
export function MatchForm({ match, onDirected, onLeave }: MatchFormProps) {
  const { api, texts } = usePage()
  const labels = texts.matches
  const { run, outcome, isRunning } = useAction()
  const name = `${match.home} × ${match.away}`

  const direct = async (script: SandboxMatchScript) => {
    onDirected(await api.call('POST feed', { body: { matchId: match.matchId, ...script } }))
    return fill(labels.directed, { match: name })
  }
  const button = (label: string, script: SandboxMatchScript) => (
    <button type="button" aria-disabled={isRunning || undefined} onClick={() => run(() => direct(script))}>
      {label}
    </button>
  )
  return (
    <div className="inner">
      <h3>{name}</h3>
      <ActionForm
        label={`${labels.direct}: ${name}`}
        submit={labels.apply}
        isEmptied
        onSubmit={(values) => direct(scriptOf(values))}
        buttons={
          <>
            {button(labels.pause, { pause: true })}
            {button(labels.finish, { finish: true })}
            <button type="button" onClick={onLeave}>
              {labels.leave}
            </button>
          </>
        }
      >
        <div className="fields">
          <TextField
            name="homeScore"
            label={fill(labels.scoreOf, { team: match.home })}
            inputMode="numeric"
          />
          <TextField
            name="awayScore"
            label={fill(labels.scoreOf, { team: match.away })}
            inputMode="numeric"
          />
          <SelectField
            name="period"
            label={labels.period}
            choices={[
              { value: '', label: texts.asItIs },
              ...periods.map((period) => ({ value: period, label: texts.periods[period] })),
            ]}
          />
          <TextField name="minute" label={labels.minute} inputMode="numeric" />
          <FlagField name="suspend" label={labels.suspend} />
        </div>
        <details>
          <summary>{labels.more}</summary>
          <div className="fields">
            <SelectField
              name="option"
              label={labels.option}
              choices={[{ value: '', label: labels.noOption }, ...optionsOf(match)]}
            />
            <TextField name="odds" label={labels.odds} inputMode="decimal" />
            <SelectField
              name="incident"
              label={labels.incident}
              choices={[
                { value: '', label: labels.noIncident },
                ...incidents.map(({ kind, side }, index) => ({
                  value: String(index),
                  label: `${labels[kind]}, ${match[side]}`,
                })),
              ]}
            />
            <TextField name="halfScore" label={labels.halfScore} hint={labels.scoreHint} />
            <TextField name="corners" label={labels.corners} hint={labels.scoreHint} />
            <TextField name="quarters" label={labels.quarters} hint={labels.scoresHint} />
            <TextField name="sets" label={labels.sets} hint={labels.scoresHint} />
          </div>
        </details>
      </ActionForm>
      <OutcomeLine outcome={outcome} />
    </div>
  )
}

/** The options that the server has told, with their prices. */
function optionsOf({ markets }: MatchWire): { value: string; label: string }[] {
  return markets.flatMap(({ options }) =>
    options.map(({ key, odds }) => ({ value: key, label: `${key} · ${odds}` })),
  )
}

function scriptOf(values: FormValues): SandboxMatchScript {
  const period = values.choice('period', periods)
  const incident = values.text('incident')
  const option = values.text('option')
  const odds = values.number('odds')
  if (option !== undefined && odds === undefined) throw new FieldError('odds', 'missing')
  if (option === undefined && odds !== undefined) throw new FieldError('option', 'missing')
  return {
    homeScore: values.number('homeScore'),
    awayScore: values.number('awayScore'),
    period: period && MatchPeriod[period],
    minute: values.number('minute'),
    suspend: values.flag('suspend'),
    incident: incident === undefined ? undefined : incidents[Number(incident)],
    halfScore: values.score('halfScore'),
    corners: values.score('corners'),
    quarters: values.scores('quarters'),
    sets: values.scores('sets'),
    ...(option === undefined || odds === undefined ? {} : { odds: { [option]: odds } }),
  }
}

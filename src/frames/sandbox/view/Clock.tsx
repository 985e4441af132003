import type { SandboxClock, SandboxClockMove } from '#contract/sandbox.ts'
import { FieldError } from '../FormValues.ts'
import { fill } from '../texts.ts'
import { usePage } from './Page.ts'
import { ActionForm, CheckField, OutcomeLine, Section, TextField } from './parts.tsx'
import { useAction } from './useAction.ts'
import { useFormats } from './useFormats.ts'
import { useWatched } from './useWatched.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Steps that testers take; any other moment can be typed. */
const steps = [
  ['minute', minuteMs],
  ['minute', 30 * minuteMs],
  ['hour', hourMs],
  ['day', dayMs],
  ['day', 7 * dayMs],
] as const
const unitMs = { minute: minuteMs, hour: hourMs, day: dayMs }

export function Clock() {
  const { api, texts, language } = usePage()
  const formats = useFormats()
  const { data: clock, error } = useWatched('GET clock')
  const { run, outcome, isRunning } = useAction()

  const move = async (body: SandboxClockMove) =>
    fill(texts.clock.moved, { time: formats.clock((await api.call('POST clock', { body })).now) })
  const button = (label: string, target: () => SandboxClockMove) => (
    <button
      key={label}
      type="button"
      aria-disabled={isRunning || undefined}
      onClick={() => run(() => move(target()))}
    >
      {label}
    </button>
  )
  return (
    <Section id="clock" title={texts.sections.clock}>
      {error && <p className="error">{error.message || texts.noResponse}</p>}
      {clock && (
        <p className="now">
          <time dateTime={clock.now}>{formats.clock(clock.now)}</time>
          <span className="hint">{stateText(clock, texts.clock, formats.number)}</span>
        </p>
      )}
      <div className="row">
        {steps.map(([unit, ms]) =>
          button(`+ ${unitText(ms / unitMs[unit], unit, language.locale)}`, () => ({ advanceMs: ms })),
        )}
        {button(texts.clock.realTime, () => ({ now: new Date().toISOString() }))}
        {clock &&
          button(clock.stopped ? texts.clock.go : texts.clock.stop, () => ({
            advanceMs: 0,
            stopped: !clock.stopped,
          }))}
      </div>
      <OutcomeLine outcome={outcome} />
      <ActionForm
        label={texts.clock.set}
        submit={texts.clock.set}
        onSubmit={async (values) => {
          const now = values.time('now')
          if (now === undefined) throw new FieldError('now', 'missing')
          return move({ now, stopped: values.isChecked('stopped') })
        }}
      >
        <div className="fields">
          <TextField name="now" label={texts.clock.moment} type="datetime-local" step={1} isWide />
          <CheckField name="stopped" label={texts.clock.stopThere} />
        </div>
      </ActionForm>
    </Section>
  )
}

function unitText(value: number, unit: 'minute' | 'hour' | 'day', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

function stateText(
  { offsetMs, stopped }: SandboxClock,
  texts: Record<'real' | 'ahead' | 'behind' | 'stopped', string>,
  number: (value: number) => string,
): string {
  const hours = number(Math.abs(offsetMs) / hourMs)
  const offset =
    Math.abs(offsetMs) < 1_000 ? texts.real : fill(offsetMs > 0 ? texts.ahead : texts.behind, { hours })
  return stopped ? `${offset} · ${texts.stopped}` : offset
}

import { fill } from '../texts.ts'
import { usePage } from './Page.ts'
import { ActionForm, Section, TextField, WatchedList } from './parts.tsx'
import { useFormats } from './useFormats.ts'
import { useWatched } from './useWatched.ts'
import { DOUBLE_SLOTS } from '#contract/games/double.ts'

/** The next results of the round that everybody shares. */
export function Double() {
  const { api, texts } = usePage()
  const formats = useFormats()
  const rounds = useWatched('GET double')
  return (
    <Section id="double" title={texts.sections.double}>
      <WatchedList
        watched={rounds}
        empty={texts.loading}
        label={texts.double.next}
        keyOf={({ roundId }) => roundId}
      >
        {({ slot, colour, startsAt }) => (
          <p className="head">
            <span>{formats.timeOfDay(startsAt)}</span>
            <b>{`${slot} · ${texts.double[colour]}`}</b>
          </p>
        )}
      </WatchedList>
      <ActionForm
        submit={texts.double.fix}
        isEmptied
        onSubmit={async (values) => {
          const slots = values.numbers('slots')
          await api.call('POST double', { body: { slots } })
          return fill(texts.double.fixed, { count: slots.length })
        }}
      >
        <TextField
          name="slots"
          label={texts.double.slots}
          hint={fill(texts.double.slotsHint, { last: DOUBLE_SLOTS - 1 })}
          inputMode="text"
        />
      </ActionForm>
    </Section>
  )
}

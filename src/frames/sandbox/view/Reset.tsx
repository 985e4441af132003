import { useState } from 'react'
import { usePage } from './Page.ts'
import { ActionForm, Section, TextField } from './parts.tsx'

/** Empties the database, after a second press. */
export function Reset() {
  const { api, texts } = usePage()
  const [isAsked, setAsked] = useState(false)
  return (
    <Section id="reset" title={texts.sections.reset}>
      <p className="hint">{texts.reset.about}</p>
      <ActionForm
        isDanger
        submit={isAsked ? texts.reset.sure : texts.reset.empty}
        onSubmit={async (values) => {
          setAsked(!isAsked)
          if (!isAsked) return texts.reset.ask
          await api.call('POST reset', { body: { feedSeed: values.text('feedSeed') } })
          return texts.reset.done
        }}
      >
        <TextField name="feedSeed" label={texts.reset.feedSeed} hint={texts.reset.feedSeedHint} />
      </ActionForm>
    </Section>
  )
}

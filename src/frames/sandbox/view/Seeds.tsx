import { fill } from '../texts.ts'
import { usePage } from './Page.ts'
import { ActionForm, PlayerField, Section, TextField } from './parts.tsx'

/** A player's outcomes, known before they play. */
export function Seeds() {
  const { api, texts } = usePage()
  return (
    <Section id="seeds" title={texts.sections.seeds}>
      <p className="hint">{texts.seeds.about}</p>
      <ActionForm
        submit={texts.seeds.fix}
        onSubmit={async (values) => {
          const username = values.required('username')
          const { serverSeedHash, nonce } = await api.call('POST seeds/:username', {
            params: { username },
            body: {
              serverSeed: values.required('serverSeed'),
              clientSeed: values.required('clientSeed'),
              nonce: values.number('nonce'),
            },
          })
          return fill(texts.seeds.fixed, { player: username, hash: serverSeedHash, nonce })
        }}
      >
        <div className="fields">
          <PlayerField label={texts.player} />
          <TextField name="serverSeed" label={texts.seeds.serverSeed} />
          <TextField name="clientSeed" label={texts.seeds.clientSeed} />
          <TextField name="nonce" label={texts.seeds.nonce} inputMode="numeric" />
        </div>
      </ActionForm>
    </Section>
  )
}

import { EnvelopeStatus } from '#contract/errors.ts'
import type { SandboxFaults, SandboxFaultsOrder } from '#contract/sandbox.ts'
import type { FormValues } from '../FormValues.ts'
import { fill, type Texts } from '../texts.ts'
import { usePage } from './Page.ts'
import {
  ActionForm,
  CheckField,
  OutcomeLine,
  PlayerField,
  Section,
  SelectField,
  TextField,
} from './parts.tsx'
import { useAction } from './useAction.ts'
import { useWatched } from './useWatched.ts'

const methods = ['GET', 'POST'] as const

export function Faults() {
  const { api, texts } = usePage()
  const { data: faults, error } = useWatched('GET faults')
  const end = useAction()

  const apply = async (values: FormValues) => {
    const order = orderOf(values)
    await api.call('POST faults', { body: order })
    return order.username === undefined
      ? texts.faults.applied
      : fill(texts.faults.appliedTo, { player: order.username })
  }
  const { players = [], ...everybody } = faults ?? {}
  const active = [
    ...rowsOf(everybody, texts),
    ...players.map(({ username, ...own }): [string, string] => [
      username,
      rowsOf(own, texts)
        .map((row) => row.join(': '))
        .join(', '),
    ]),
  ]
  return (
    <Section id="faults" title={texts.sections.faults}>
      {error && <p className="error">{error.message || texts.noResponse}</p>}
      {faults && active.length === 0 && <p className="hint">{texts.faults.none}</p>}
      {active.length > 0 && (
        <dl className="active" aria-label={texts.faults.active}>
          {active.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ActionForm
        submit={texts.faults.apply}
        onSubmit={apply}
        buttons={
          <button
            type="button"
            aria-disabled={end.isRunning || undefined}
            onClick={() =>
              end.run(async () => {
                await api.call('POST faults', { body: {} })
                return texts.faults.ended
              })
            }
          >
            {texts.faults.end}
          </button>
        }
      >
        <div className="fields">
          <PlayerField label={texts.faults.username} hint={texts.faults.usernameHint} isWide />
          <TextField name="path" label={texts.faults.path} />
          <SelectField
            name="method"
            label={texts.faults.method}
            choices={['', ...methods].map((value) => ({ value, label: value || texts.any }))}
          />
          <TextField name="delayMs" label={texts.faults.delayMs} inputMode="numeric" />
          <TextField name="failRate" label={texts.faults.failRate} inputMode="decimal" />
          <TextField name="status" label={texts.faults.status} inputMode="numeric" />
          <TextField name="code" label={texts.faults.code} inputMode="numeric" list="envelope-codes" />
          <TextField name="message" label={texts.faults.message} />
          <TextField name="count" label={texts.faults.count} inputMode="numeric" />
          <TextField name="socketsAwayMs" label={texts.faults.socketsAwayMs} inputMode="numeric" />
          <CheckField name="noMessage" label={texts.faults.emptyMessage} />
          <CheckField name="dropSockets" label={texts.faults.dropSockets} />
        </div>
        <datalist id="envelope-codes">
          {Object.entries(EnvelopeStatus).map(([name, code]) => (
            <option key={name} value={code}>
              {name}
            </option>
          ))}
        </datalist>
      </ActionForm>
      <OutcomeLine outcome={end.outcome} />
    </Section>
  )
}

function orderOf(values: FormValues): SandboxFaultsOrder {
  return {
    username: values.text('username'),
    path: values.text('path'),
    method: values.choice('method', methods),
    delayMs: values.number('delayMs'),
    failRate: values.number('failRate'),
    status: values.number('status'),
    code: values.number('code'),
    message: values.isChecked('noMessage') ? '' : values.text('message'),
    count: values.number('count'),
    socketsAwayMs: values.number('socketsAwayMs'),
    ...(values.isChecked('dropSockets') ? { dropSockets: true } : {}),
  }
}

/** Each fault with its name. */
function rowsOf(faults: SandboxFaults, texts: Texts): [name: string, value: string][] {
  return Object.entries(faults).map(([name, value]) => [
    faultLabel(name, texts),
    value === '' ? texts.faults.emptyMessage : String(value),
  ])
}

function faultLabel(name: string, { faults }: Texts): string {
  const labels: Record<keyof SandboxFaults, string> = faults
  return Object.entries(labels).find(([key]) => key === name)?.[1] ?? name
}

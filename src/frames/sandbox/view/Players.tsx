import { useState } from 'react'
import { fromWireBalances, toWireBalancesIn } from '#contract/http/wallet.ts'
import { toWireAmount } from '#contract/money.ts'
import { VIP_MAX_LEVEL } from '#contract/rules/vip.ts'
import type { SandboxNewPlayer, SandboxPlayer, SandboxPlayerFields } from '#contract/sandbox.ts'
import type { FormValues } from '../FormValues.ts'
import { fill } from '../texts.ts'
import { usePage } from './Page.ts'
import { ActionForm, FlagField, OutcomeLine, Section, SelectField, TextField, WatchedList } from './parts.tsx'
import { useAction } from './useAction.ts'
import { useFormats } from './useFormats.ts'
import { useWatched, type Watched } from './useWatched.ts'

/** Makes a player in any state, changes one, and logs in as one. */
export function Players() {
  const { texts } = usePage()
  const players = useWatched('GET users', { query: {} })
  const [changed, setChanged] = useState<string>()
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  return (
    <Section id="players" title={texts.sections.players}>
      <PlayerForm key={changed} changed={changed} onLeave={() => setChanged(undefined)} />
      <div className="field">
        <label htmlFor="players-search">{texts.players.search}</label>
        <input
          id="players-search"
          type="search"
          inputMode="email"
          autoComplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {search === '' ? (
        <PlayerList watched={players} empty={texts.players.none} onChange={setChanged} />
      ) : (
        <FoundPlayers search={search} onChange={setChanged} />
      )}
      <datalist id="newest-players">
        {players.data?.map(({ username }) => (
          <option key={username} value={username} />
        ))}
      </datalist>
    </Section>
  )
}

interface ListProps {
  /** A player's fields are to be changed. */
  onChange: (username: string) => void
}

function FoundPlayers({ search, onChange }: ListProps & { search: string }) {
  const { texts } = usePage()
  const watched = useWatched('GET users', { query: { search } })
  return <PlayerList watched={watched} empty={texts.players.noneFound} onChange={onChange} />
}

function PlayerList({
  watched,
  empty,
  onChange,
}: ListProps & { watched: Watched<SandboxPlayer[]>; empty: string }) {
  const { texts } = usePage()
  return (
    <WatchedList
      watched={watched}
      empty={empty}
      label={texts.sections.players}
      keyOf={({ username }) => username}
    >
      {(player) => <PlayerRow player={player} onChange={() => onChange(player.username)} />}
    </WatchedList>
  )
}

interface PlayerFormProps {
  /** The player that is changed; none: a new one. */
  changed: string | undefined
  onLeave: () => void
}

function PlayerForm({ changed, onLeave }: PlayerFormProps) {
  const { api, texts } = usePage()
  const labels = texts.players
  const isNew = changed === undefined
  const unset = isNew ? labels.byDefault : texts.asItIs

  const create = async (values: FormValues) => {
    const body: SandboxNewPlayer = {
      username: values.required('username'),
      password: values.required('password'),
      ...fieldsOf(values),
    }
    const { user } = await api.call('POST users', { body })
    return fill(labels.created, { player: user.username })
  }
  const change = async (username: string, values: FormValues) => {
    const body: Partial<SandboxNewPlayer> = {
      username: values.text('username'),
      password: values.text('password'),
      ...fieldsOf(values),
    }
    const { user } = await api.call('PATCH users/:username', { params: { username }, body })
    return fill(labels.changed, { player: user.username })
  }
  const levels = Array.from({ length: VIP_MAX_LEVEL + 1 }, (_, level) => String(level))
  return (
    <ActionForm
      label={isNew ? labels.new : fill(labels.changeOf, { player: changed })}
      submit={isNew ? labels.create : labels.save}
      onSubmit={(values) => (isNew ? create(values) : change(changed, values))}
      isEmptied
      buttons={
        !isNew && (
          <button type="button" onClick={onLeave}>
            {labels.leave}
          </button>
        )
      }
    >
      {!isNew && <h3>{fill(labels.changeOf, { player: changed })}</h3>}
      <div className="fields">
        <TextField
          name="username"
          label={isNew ? labels.username : labels.newUsername}
          type="text"
          inputMode="email"
        />
        <TextField name="password" label={isNew ? labels.password : labels.newPassword} />
        <TextField name="balance" label={labels.balance} inputMode="decimal" />
        <TextField name="freeBalance" label={labels.bonus} inputMode="decimal" />
        <SelectField
          name="level"
          label={labels.level}
          choices={['', ...levels].map((value) => ({ value, label: value || unset }))}
        />
        <FlagField name="kyc" label={labels.kyc} unset={unset} />
      </div>
      <details>
        <summary>{labels.more}</summary>
        <div className="fields">
          <TextField name="turnover" label={labels.turnover} inputMode="decimal" />
          <FlagField name="lock" label={labels.lock} unset={unset} />
          <FlagField name="testFlag" label={labels.testFlag} unset={unset} />
          <FlagField name="gift" label={labels.gift} unset={unset} />
          <TextField name="inviteCode" label={labels.inviteCode} hint={labels.inviteCodeHint} />
          <TextField name="lx" label={labels.lx} hint={labels.lxHint} inputMode="numeric" />
          <TextField
            name="payDiscount"
            label={labels.payDiscount}
            hint={labels.payDiscountHint}
            inputMode="decimal"
          />
          <TextField name="messenger" label={labels.messenger} inputMode="url" />
        </div>
      </details>
    </ActionForm>
  )
}

function fieldsOf(values: FormValues): SandboxPlayerFields {
  const percent = values.number('payDiscount')
  const turnover = values.amount('turnover')
  return {
    ...toWireBalancesIn({ cash: values.amount('balance'), bonus: values.amount('freeBalance') }),
    turnover: turnover === undefined ? undefined : toWireAmount(turnover),
    level: values.number('level'),
    kyc: values.flag('kyc'),
    lock: values.flag('lock'),
    testFlag: values.flag('testFlag'),
    gift: values.flag('gift'),
    inviteCode: values.text('inviteCode'),
    lx: values.text('lx'),
    messenger: values.text('messenger'),
    ...(percent === undefined ? {} : { payDiscount: percent === 0 ? null : { discount: percent / 100 } }),
  }
}

function PlayerRow({ player, onChange }: { player: SandboxPlayer; onChange: () => void }) {
  const { api, texts } = usePage()
  const formats = useFormats()
  const { run, outcome } = useAction()
  const [link, setLink] = useState<string>()
  const { username } = player
  const { cash, bonus } = fromWireBalances(player)
  const facts = [
    `${formats.money(cash)} + ${formats.money(bonus)}`,
    `VIP ${player.level}`,
    ...(player.kyc === 1 ? [texts.players.verified] : []),
    ...(player.testFlag === '1' ? [texts.players.testAccount] : []),
  ]
  return (
    <>
      <p className="head">
        <b>{username}</b>
        <span className="hint">{formats.time(player.time)}</span>
      </p>
      <p>{facts.join(' · ')}</p>
      <div className="row">
        <button type="button" aria-label={`${texts.players.change}: ${username}`} onClick={onChange}>
          {texts.players.change}
        </button>
        <button
          type="button"
          aria-label={`${texts.players.link}: ${username}`}
          onClick={() =>
            run(async () => {
              const { token } = await api.call('POST links', { body: { username } })
              setLink(`/zgo${token}`)
              return texts.players.linkOnce
            })
          }
        >
          {texts.players.link}
        </button>
        {link !== undefined && (
          <a href={link} target="_blank" rel="noreferrer">
            {fill(texts.players.logIn, { player: username })}
          </a>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

import { useState } from 'react'
import { fromWireAmount } from '#contract/money.ts'
import type { SandboxOrder, SandboxSettlement } from '#contract/sandbox.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import { settlementsOf } from '../settlementsOf.ts'
import { fill, type Texts } from '../texts.ts'
import { usePage } from './Page.ts'
import { OutcomeLine, Section, WatchedList } from './parts.tsx'
import { useAction } from './useAction.ts'
import { useFormats } from './useFormats.ts'
import { useWatched } from './useWatched.ts'

/** The payment provider's side of a deposit. */
export function Deposits() {
  const { texts } = usePage()
  const [username, setUsername] = useState('')
  const player = username.trim()
  const orders = useWatched('GET orders', { query: { username: player || undefined } })
  return (
    <Section id="deposits" title={texts.sections.deposits}>
      <p className="hint">{texts.deposits.about}</p>
      <div className="field">
        <label htmlFor="deposits-of">{texts.deposits.of}</label>
        <input
          id="deposits-of"
          inputMode="email"
          autoComplete="off"
          list="newest-players"
          value={username}
          onInput={(event) => setUsername(event.currentTarget.value)}
        />
      </div>
      <WatchedList
        watched={orders}
        empty={texts.deposits.none}
        label={texts.sections.deposits}
        keyOf={({ orderId }) => orderId}
      >
        {(order) => <Deposit order={order} />}
      </WatchedList>
    </Section>
  )
}

function Deposit({ order }: { order: SandboxOrder }) {
  const { api, texts } = usePage()
  const formats = useFormats()
  const { run, outcome, isRunning } = useAction()
  const [pressed, setPressed] = useState<SandboxSettlement>()
  const amount = formats.money(fromWireAmount(order.amount))
  return (
    <>
      <p className="head">
        <b>{order.username}</b>
        <span className="hint">{formats.time(order.createdTime)}</span>
      </p>
      <p>
        <span>{`${amount} · ${statusText(order.status, texts)}`}</span>
      </p>
      <div className="row">
        {settlementsOf(order, pressed).map((how) => (
          <button
            key={how}
            type="button"
            className={how === 'pay' ? 'primary' : undefined}
            aria-disabled={isRunning || undefined}
            aria-label={`${texts.deposits[how]}: ${order.username}, ${amount}`}
            onClick={() => {
              setPressed(how)
              run(async () => {
                const { orderId } = order
                const now = await api.call(`POST orders/:orderId/${how}`, { params: { orderId }, body: {} })
                return fill(texts.deposits.settled, { status: statusText(now?.status ?? '', texts) })
              })
            }}
          >
            {texts.deposits[how]}
          </button>
        ))}
      </div>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

function statusText(status: string, { orderStatus }: Texts): string {
  const name = (Object.keys(OrderStatus) as (keyof typeof OrderStatus)[]).find(
    (key) => OrderStatus[key] === status,
  )
  return name ? orderStatus[name] : status
}

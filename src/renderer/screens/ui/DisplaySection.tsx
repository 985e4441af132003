import LogOut from 'lucide-react/icons/log-out'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Timer from 'lucide-react/icons/timer'
import { useState } from 'react'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatMoney } from '../../i18n/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Countdown, performanceNow } from '../../ui/Countdown.tsx'
import { CountUp } from '../../ui/CountUp.tsx'
import { Details } from '../../ui/Details.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Section } from './Section.tsx'
import styles from './UiScreen.module.css'

/** A pattern of the right size, not a readable code. */
const pattern = Array.from({ length: 29 }, (_, y) =>
  Array.from({ length: 29 }, (_, x) => {
    const finder = [
      [3, 3],
      [25, 3],
      [3, 25],
    ].find(([cx = 0, cy = 0]) => Math.max(Math.abs(x - cx), Math.abs(y - cy)) <= 4)
    if (!finder) return (x * 7 + y * 13 + ((x * y) % 5)) % 3 === 0
    const ring = Math.max(Math.abs(x - (finder[0] ?? 0)), Math.abs(y - (finder[1] ?? 0)))
    return ring === 3 || ring <= 1
  }),
)

export function DisplaySection() {
  const [balance, setBalance] = useState(cents(128_450))
  const [deadline] = useState(() => performance.now() + 6_129_000)
  return (
    <>
      <Section title="Numbers">
        <div className={styles.hero}>
          <b className="num">
            <CountUp
              value={balance}
              formatter={(value) => formatMoney(cents(value), languages.pt_BR)}
              duration={0.8}
            />
          </b>
          <CountUp value={12_345_678} units />
        </div>
        <Button onClick={() => setBalance((value) => cents(value + 41_280))}>Count up</Button>
      </Section>
      <Section title="Badge" row>
        <Badge>Nível 3</Badge>
        <Badge tone="success">Creditado</Badge>
        <Badge tone="reward">+ R$ 30</Badge>
        <Badge tone="danger">Cancelado</Badge>
        <Badge tone="info">Pendente</Badge>
        <Badge tone="live">ao vivo 67:12</Badge>
        <Badge tone="glass">99%</Badge>
      </Section>
      <Section title="Card">
        <Card>Plain card</Card>
        <Card tone="reward">
          <div className={styles.row}>
            <Timer aria-hidden width="0.22rem" height="0.22rem" />
            Desconto de 5%
            <Countdown deadline={deadline} now={performanceNow} aria-label="Tempo restante" />
          </div>
        </Card>
        <Card tone="action">Action card</Card>
        <Card tone="danger">Danger card</Card>
      </Section>
      <Section title="Progress">
        <Progress aria-label="Depósitos" value={1340} max={2000} />
        <Progress aria-label="Rodadas" value={0.6} tone="action" />
        <Progress aria-label="Limite" value={0.93} tone="danger" size="s" />
      </Section>
      <Section title="ListRow">
        <Card padding="none">
          <ListRow
            icon={<ReceiptText aria-hidden />}
            title="Registros"
            text="Depósitos, saques e apostas"
            onClick={() => undefined}
          />
          <ListRow icon={<ShieldCheck aria-hidden />} title="Jogo responsável" to="/home" />
          <ListRow
            icon={<ReceiptText aria-hidden />}
            title="Depósito PIX"
            text="21 nov, 14:32"
            value={`+${formatMoney(cents(10_000), languages.pt_BR)}`}
            valueText="Creditado"
          />
          <ListRow icon={<LogOut aria-hidden />} title="Sair" tone="danger" onClick={() => undefined} />
        </Card>
      </Section>
      <Section title="Details">
        <Details summary="Como funciona o bônus?" name="faq" open>
          Cada depósito soma 1x o valor e 2x o bônus ao que falta apostar.
        </Details>
        <Details summary="Quando o saque chega?" name="faq">
          Em até 10 minutos.
        </Details>
      </Section>
      <Section title="Skeleton, Spinner" row>
        <Skeleton width="0.4rem" height="0.4rem" radius="m" />
        <Skeleton width="1.4rem" />
        <Skeleton width="0.6rem" height="0.28rem" radius="full" />
        <Spinner size="s" />
        <Spinner label="Carregando" />
        <Spinner size="l" />
      </Section>
      <Section title="EmptyState, ErrorState">
        <Card padding="none">
          <EmptyState
            illustration={emptyArt.favourites}
            title="Nenhum favorito ainda"
            text="Toque na estrela de um jogo e ele aparece aqui."
            action={<Button variant="primary">Ver jogos</Button>}
          />
        </Card>
        <Card padding="none">
          <ErrorState
            illustration={emptyArt.error}
            text="Não foi possível carregar seus registros."
            retryLabel="Tentar de novo"
            onRetry={() => undefined}
          />
        </Card>
      </Section>
      <Section title="QrCode">
        <QrCode matrix={pattern} label="Código PIX de exemplo" className={styles.qr} />
      </Section>
    </>
  )
}

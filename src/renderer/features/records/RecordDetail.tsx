import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { isFairGame } from '#contract/games/fairGames.ts'
import { voucherTitle, type LedgerRecord, type RecordTab } from '#contract/http/order.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import { cents } from '#contract/money.ts'
import { SaveReceipt } from '../receipts/SaveReceipt.tsx'
import { PrintReceipt } from '../receipts/PrintReceipt.tsx'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney, formatMultiplier, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { RecordAmount } from './RecordAmount.tsx'
import styles from './RecordDetail.module.css'
import { recordLines, statusCode, statusTone, type RecordLine } from './recordLines.ts'
import { useRecordTexts } from './recordTexts.ts'
import { WithdrawalRefusal } from './WithdrawalRefusal.tsx'
import { WithdrawalSteps } from './WithdrawalSteps.tsx'

interface RecordDetailProps {
  tab: RecordTab
  record: LedgerRecord
  onClose: () => void
}

/** All details of one record, and its actions. */
export const RecordDetail = observer(function RecordDetail({ tab, record, onClose }: RecordDetailProps) {
  const { t } = useTranslation()
  const texts = useRecordTexts()
  const root = useStores()
  return (
    <Sheet title={texts.title(tab, record)} closeLabel={t('actions.close')} onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.hero}>
          <RecordAmount record={record} language={root.language.selected} className={styles.amount} />
          <Badge tone={statusTone(tab, statusCode(tab, record))}>{texts.status(tab, record)}</Badge>
        </div>
        {tab === 'withdrawals' && <WithdrawalSteps record={record} />}
        {tab === 'withdrawals' && <WithdrawalRefusal record={record} />}
        <dl className={styles.lines}>
          <Line label={t('account.records.detail.time')}>
            {formatDateTime(record.time, root.language.selected)}
          </Line>
          <Line label={t('account.records.detail.wallet')}>
            {t(`account.records.wallet.${record.wallet}`)}
          </Line>
          {recordLines(record).map((line) => (
            <Line key={line.label} label={t(`account.records.detail.lines.${line.label}`)}>
              <Value line={line} />
            </Line>
          ))}
          <Line label={t('account.records.detail.id')}>
            <span className={styles.id}>{record.id}</span>
            <CopyButton
              iconOnly
              text={record.id}
              label={t('account.records.detail.copyId')}
              onCopied={(ok) => root.tellCopied(ok)}
            />
          </Line>
        </dl>
        <Paper tab={tab} record={record} />
        <Actions tab={tab} record={record} onClose={onClose} />
      </div>
    </Sheet>
  )
})

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Value = observer(function Value({ line }: { line: RecordLine }) {
  const text = useLineText()(line)
  const isLong = line.kind === 'text' && line.value.length > 20
  return <span className={isLong ? styles.id : undefined}>{text}</span>
})

/** Returns the function that writes a line. */
function useLineText(): (line: RecordLine) => string {
  const { t } = useTranslation()
  const { selected } = useStores().language
  return (line) => {
    switch (line.kind) {
      case 'money':
        return formatMoney(line.value, selected)
      case 'multiplier':
        return formatMultiplier(line.value, selected)
      case 'odds':
        return formatNumber(line.value, selected, 2)
      case 'time':
        return formatDateTime(line.value, selected)
      case 'refusal':
        return t('account.records.detail.refusals.payerMismatch')
      case 'text':
        return line.value
    }
  }
}

const paperKinds = { deposits: 'deposit', withdrawals: 'withdrawal', bets: 'bet' } as const

/** The record as a paper to keep: money that has moved, and bets. */
const Paper = observer(function Paper({ tab, record }: Omit<RecordDetailProps, 'onClose'>) {
  const { t } = useTranslation()
  const texts = useRecordTexts()
  const write = useLineText()
  if (tab === 'rounds' || tab === 'bonuses') return null
  const isOpen = tab === 'deposits' && record.status !== RecordStatus.credited
  if (isOpen || record.title === voucherTitle) return null
  return (
    <SaveReceipt
      kind={paperKinds[tab]}
      title={texts.title(tab, record)}
      amount={cents(Math.abs(record.stake ?? record.amount))}
      status={texts.status(tab, record)}
      time={record.time}
      lines={recordLines(record).map((line) => ({
        label: t(`account.records.detail.lines.${line.label}`),
        value: write(line),
      }))}
      number={record.id}
    />
  )
})

function Actions({ tab, record, onClose }: RecordDetailProps) {
  const { t } = useTranslation()
  const root = useStores()
  const closeThen = (go: () => void) => () => {
    onClose()
    go()
  }
  if (tab === 'rounds') {
    // Rounds of third parties have no proof of ours.
    if (!isFairGame(record.title)) return null
    const verify = () => root.overlays.open('fairness', { gameCode: record.title, roundId: record.id })
    return (
      <Button full onClick={closeThen(verify)}>
        {t('account.records.detail.verify')}
      </Button>
    )
  }
  if (tab === 'bets') return <PrintReceipt kind="ticket" id={record.id} />
  if (tab === 'withdrawals') {
    if (record.status !== RecordStatus.cancelled) return <PrintReceipt kind="withdrawal" id={record.id} />
    return (
      <Button full onClick={closeThen(() => root.openSupport())}>
        {t('account.records.detail.support')}
      </Button>
    )
  }
  if (tab !== 'deposits' || record.title === voucherTitle) return null
  if (record.status === '00') {
    return (
      <Button full variant="primary" onClick={closeThen(() => root.openDeposit())}>
        {t('account.records.detail.continue')}
      </Button>
    )
  }
  return (
    <>
      {record.status === '10' && <PrintReceipt kind="deposit" id={record.id} />}
      <LinkButton to={`/paySuccess?order=${encodeURIComponent(record.id)}`} variant="secondary" full>
        {t('account.records.detail.receipt')}
      </LinkButton>
    </>
  )
}

import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInHouse } from '#contract/houseTime.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { PosterSharing, shareDrawing } from '../poster/sharePoster.ts'
import type { PaperReceipt } from './drawReceipt.ts'
import { printPicture } from './printPicture.ts'
import styles from './SaveButton.module.css'

export interface SaveButtonProps {
  kind: 'deposit' | 'withdrawal' | 'bet'
  /** What it was, such as "Retirada · CPF". */
  title: string
  amount: Cents
  status: string
  /** ISO 8601. */
  time: string
  /** Further lines of the record, as they are shown. */
  lines: readonly { label: string; value: string }[]
  number: string
}

/** The receipt as a picture, to keep or to send, and on paper or as a PDF. */
export const SaveButton = observer(function SaveButton(props: SaveButtonProps) {
  const { t } = useTranslation()
  const root = useStores()
  const { device } = root
  const failed = { key: 'own.paper.failed' } as const
  const [sharing] = useState(() => new PosterSharing(root, failed))
  // It names the house.
  useEffect(() => {
    if (!device.info) device.load().catch(ignoreCallError)
  }, [device])
  const receipt = useReceipt(props)
  const draw = async () => (await import('./drawReceipt.ts')).drawReceipt(receipt)
  const save = () =>
    sharing.run(async () =>
      shareDrawing(root, await draw(), { name: `${__BRAND_ID__}-${props.number}`, failed }),
    )
  const print = () =>
    sharing.run(async () => {
      const picture = await draw()
      if (picture) await printPicture(picture, receipt.title)
      else root.alerts.toast(failed, 'error')
    })
  return (
    <div className={styles.buttons}>
      <Button icon={<Download aria-hidden />} loading={sharing.isBusy} onClick={() => void save()}>
        {t('own.paper.save')}
      </Button>
      <Button icon={<Printer aria-hidden />} disabled={sharing.isBusy} onClick={() => void print()}>
        {t('own.paper.print')}
      </Button>
    </div>
  )
})

/** Number, time, state and who paid whom, beside the lines of the record. */
function useReceipt({ kind, title, amount, status, time, lines, number }: SaveButtonProps): PaperReceipt {
  const { t } = useTranslation()
  const { device, language, session } = useStores()
  const house = device.info?.operator.name ?? ''
  const player = session.player?.name ?? ''
  const parties = {
    deposit: [
      { label: t('own.paper.paidBy'), value: player },
      { label: t('own.paper.paidTo'), value: house },
    ],
    withdrawal: [{ label: t('own.paper.paidBy'), value: house }],
    bet: [{ label: t('own.paper.house'), value: house }],
  }[kind]
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  return {
    title: `${t('own.paper.receipt')} · ${title}`,
    amount: formatMoney(amount, language.selected),
    lines: [
      { label: t('own.paper.state'), value: status },
      { label: t('own.paper.time'), value: formatInHouse(new Date(time), language.selected, options) },
      ...parties,
      ...lines,
    ].filter(({ value }) => value !== ''),
    number: { label: t('own.paper.number'), value: number },
  }
}

import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import Percent from 'lucide-react/icons/percent'
import RotateCw from 'lucide-react/icons/rotate-cw'
import UserCheck from 'lucide-react/icons/user-check'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bonusKinds } from '#contract/rules/bonusKinds.ts'
import { formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './WithdrawInfoDialog.module.css'
import type { WithdrawStore } from './WithdrawStore.ts'

/** The rules of a withdrawal with the player's own limits. */
export const WithdrawInfoDialog = observer(function WithdrawInfoDialog(props: { withdraw: WithdrawStore }) {
  const { withdraw } = props
  const { t } = useTranslation()
  const { device, language } = useStores()
  const hasBonuses = bonusKinds.some((kind) => device.has(kind))
  const { limits } = withdraw
  if (!limits) return null
  const percent = formatPercent(limits.feeFraction, language.selected)
  const hours = `${t('money.withdraw.notes.hours')} ${t('money.withdraw.notes.fastest')}`
  return (
    <Sheet
      title={t('money.withdraw.infoTitle')}
      closeLabel={t('actions.close')}
      onClose={() => withdraw.setInfo(false)}
    >
      <ul className={styles.list}>
        <Line icon={<Clock aria-hidden />}>{hours}</Line>
        <Line icon={<RotateCw aria-hidden />}>
          {t('money.withdraw.infoCount', { left: limits.remainingToday })}
        </Line>
        <Line icon={<Percent aria-hidden />}>{t('money.withdraw.infoFee', { percent })}</Line>
        <Line icon={<Coins aria-hidden />}>
          {t(`money.withdraw.${hasBonuses ? 'infoTurnover' : 'infoTurnoverCash'}`)}
        </Line>
        <Line icon={<UserCheck aria-hidden />}>{t('money.withdraw.infoOwner')}</Line>
      </ul>
    </Sheet>
  )
})

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <span className={styles.icon}>{icon}</span>
      <p>{children}</p>
    </li>
  )
}

import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { BalancePrivacy } from './BalancePrivacy.ts'
import styles from './BalanceToggle.module.css'

/** Over the balance of a bar: a press hides it or shows it again. Its parent is positioned. */
export const BalanceToggle = observer(function BalanceToggle() {
  const { t } = useTranslation()
  const privacy = useStores().feature(BalancePrivacy)
  return (
    <button
      type="button"
      className={styles.over}
      aria-label={t(privacy.isHidden ? 'top.showBalance' : 'top.hideBalance')}
      onClick={() => privacy.toggle()}
    />
  )
})

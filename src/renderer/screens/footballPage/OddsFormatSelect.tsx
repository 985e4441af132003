import ChevronDown from 'lucide-react/icons/chevron-down'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { oddsFormats, type OddsFormat } from '../../features/odds/oddsFormat.ts'
import { OddsStore } from '../../features/odds/OddsStore.ts'
import { useStores } from '../../stores/useStores.ts'
import styles from './OddsFormatSelect.module.css'

/** Chooses the format of odds. A native select, small enough to stand beside a title. */
export const OddsFormatSelect = observer(function OddsFormatSelect() {
  const { t } = useTranslation()
  const odds = useStores().feature(OddsStore)
  return (
    <span className={styles.frame}>
      <select
        className={styles.select}
        aria-label={t('sports.odds.format')}
        value={odds.format}
        onChange={({ currentTarget }) => odds.choose(currentTarget.value as OddsFormat)}
      >
        {oddsFormats.map((format) => (
          <option key={format} value={format}>
            {t(`sports.odds.${format}`)}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.arrow} aria-hidden />
    </span>
  )
})

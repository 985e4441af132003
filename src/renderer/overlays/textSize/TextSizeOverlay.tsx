import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './TextSizeOverlay.module.css'
import { TextSizeStore } from './TextSizeStore.ts'

/** The text size: a choice applies at once and stays on this device until logout. */
export const TextSizeOverlay = observer(function TextSizeOverlay() {
  const { t } = useTranslation()
  const { overlays, language } = useStores()
  const size = useOwnStore((root) => new TextSizeStore(root))
  return (
    <Sheet
      title={t('account.textSize.title')}
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
    >
      <div className={styles.body}>
        <RadioCards
          aria-label={t('account.textSize.title')}
          columns={3}
          size="compact"
          value={String(size.scale)}
          onChange={(value) => size.choose(Number(value))}
          options={size.scales.map((each) => ({
            value: String(each),
            title: formatPercent(each / 100, language.selected),
          }))}
        />
        <p className={styles.sample}>{t('account.textSize.sample')}</p>
      </div>
    </Sheet>
  )
})

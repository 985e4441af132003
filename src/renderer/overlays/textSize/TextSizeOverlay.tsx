import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../i18n/format.ts'
import { applyTextScale, textScales } from '../../services/textScale.ts'
import { useStores } from '../../stores/useStores.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './TextSizeOverlay.module.css'

/** How large texts are: a choice counts at once, and stays on this device until the logout. */
export const TextSizeOverlay = observer(function TextSizeOverlay() {
  const { t } = useTranslation()
  const { overlays, storages, language } = useStores()
  const [scale, setScale] = useState(() => applyTextScale(storages.local.get('textScale')))
  const choose = (next: number) => {
    storages.local.set('textScale', next)
    setScale(applyTextScale(next))
  }
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
          value={String(scale)}
          onChange={(value) => choose(Number(value))}
          options={textScales.map((each) => ({
            value: String(each),
            title: formatPercent(each / 100, language.selected),
          }))}
        />
        <p className={styles.sample}>{t('account.textSize.sample')}</p>
      </div>
    </Sheet>
  )
})

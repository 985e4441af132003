import Accessibility from 'lucide-react/icons/accessibility'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Switch } from '../../ui/Switch.tsx'
import './assistance.css'
import styles from './Assistance.module.css'
import { AssistanceStore } from './AssistanceStore.ts'

/** The menu of a terminal for people who need larger text, more contrast, lower controls or speech. */
export const Assistance = observer(function Assistance() {
  const { t } = useTranslation()
  const { language } = useStores()
  const assistance = useOwnStore((root) => new AssistanceStore(root))
  useEffect(() => assistance.start(), [assistance])
  return (
    <>
      {createPortal(
        <button type="button" className={styles.open} onClick={() => assistance.setOpen(true)}>
          <Accessibility aria-hidden />
          <span className={styles.name}>{t('kiosk.assistance.title')}</span>
        </button>,
        document.body,
      )}
      {assistance.isOpen && (
        <Sheet
          title={t('kiosk.assistance.title')}
          closeLabel={t('actions.close')}
          onClose={() => assistance.setOpen(false)}
        >
          <div className={styles.body}>
            {assistance.canBeLow && (
              <Switch
                label={t('kiosk.assistance.low')}
                hint={t('kiosk.assistance.lowText')}
                checked={assistance.isLow}
                onChange={({ currentTarget: { checked } }) => assistance.setLow(checked)}
              />
            )}
            <Switch
              label={t('kiosk.assistance.contrast')}
              checked={assistance.hasContrast}
              onChange={({ currentTarget: { checked } }) => assistance.setContrast(checked)}
            />
            {assistance.canSpeak && (
              <Switch
                label={t('kiosk.assistance.speech')}
                hint={t('kiosk.assistance.speechText')}
                checked={assistance.isSpeaking}
                onChange={({ currentTarget: { checked } }) =>
                  assistance.setSpeaking(checked, t('kiosk.assistance.speechText'))
                }
              />
            )}
            <RadioCards
              aria-label={t('account.textSize.title')}
              columns={3}
              size="compact"
              value={String(assistance.scale)}
              onChange={(value) => assistance.choose(Number(value))}
              options={assistance.scales.map((each) => ({
                value: String(each),
                title: formatPercent(each / 100, language.selected),
              }))}
            />
          </div>
        </Sheet>
      )}
    </>
  )
})

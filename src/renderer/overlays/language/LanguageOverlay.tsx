import Check from 'lucide-react/icons/check'
import { observer } from 'mobx-react-lite'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { useStores } from '../../stores/useStores.ts'
import { CurrencyIcon } from '../../ui/CurrencyIcon.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './LanguageOverlay.module.css'

/** The languages, each under its own name, with flag and currency. A choice applies at once. */
export const LanguageOverlay = observer(function LanguageOverlay() {
  const { t } = useTranslation()
  const { overlays, language, alerts, host } = useStores()
  const id = useId()
  // The choice shows at once; the texts follow when their dictionary is loaded.
  const [picked, setPicked] = useState<LanguageCode | null>(null)
  const pick = async (code: LanguageCode) => {
    setPicked(code)
    try {
      await language.choose(code)
    } catch (error) {
      console.info('dictionary did not come', error)
      alerts.alert({ key: 'errors.slowInternet' })
    } finally {
      setPicked(null)
    }
  }
  return (
    <Sheet title={t('languages.title')} closeLabel={t('actions.close')} onClose={() => overlays.close()}>
      <div role="radiogroup" aria-label={t('languages.title')} className={styles.list}>
        {host.languages.map((code) => {
          const { name, locale, flag, currencyText, symbol } = languages[code]
          return (
            <label key={code} className={styles.row}>
              <input
                type="radio"
                name={id}
                className={styles.input}
                aria-label={name}
                aria-describedby={`${id}-${code}`}
                lang={locale}
                checked={(picked ?? language.code) === code}
                onChange={() => void pick(code)}
              />
              <span className={styles.face}>
                <Flag code={flag} />
                <span className={styles.name} lang={locale}>
                  {name}
                </span>
                <span className={styles.currency} id={`${id}-${code}`}>
                  <CurrencyIcon language={languages[code]} />
                  <span>{currencyText}</span> <span>{symbol}</span>
                </span>
                <Check className={styles.tick} aria-hidden />
              </span>
            </label>
          )
        })}
      </div>
    </Sheet>
  )
})

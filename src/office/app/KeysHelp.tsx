import { useTranslation } from 'react-i18next'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { useKeyList } from '../ui/keys.ts'
import styles from './KeysHelp.module.css'

/** Shown as they are on the keyboard. */
export const paletteKeys = ['Ctrl', 'K']

const shown: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵' }

/** The keys that work on the page behind it. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const keys = useKeyList()
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <DialogBody>
        <dl className={styles.keys}>
          <div>
            <dt>{t('keys.palette')}</dt>
            <dd>
              {paletteKeys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
          {keys.map(({ key, label }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <kbd>{shown[key] ?? key}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}

import { useTranslation } from 'react-i18next'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { useKeyList, type KeyBinding } from '../ui/keys.ts'
import styles from './KeysHelp.module.css'

/** Shown as they are on the keyboard. */
export const paletteKeys = ['Ctrl', 'K']

const shown: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵' }

/** Several keys may do the same. */
function byLabel(keys: readonly KeyBinding[]): [label: string, bindings: KeyBinding[]][] {
  const groups = new Map<string, KeyBinding[]>()
  for (const binding of keys) groups.set(binding.label, [...(groups.get(binding.label) ?? []), binding])
  return [...groups]
}

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
          {byLabel(keys).map(([label, bindings]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {bindings.map(({ key }) => (
                  <kbd key={key}>{shown[key] ?? key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}

import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './AvatarPicker.module.css'
import { avatarCount, AvatarStore } from './AvatarStore.ts'

/** Pictures in one row of the sprite that scripts/avatars.mjs draws. */
const columns = 6

/** The 36 avatars: one sprite, fetched when the picker opens. A choice is saved at once. */
export const AvatarPicker = observer(function AvatarPicker({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const avatars = useOwnStore((root) => new AvatarStore(root))
  const name = useId()
  return (
    <Sheet title={t('avatar.title')} closeLabel={t('actions.close')} onClose={onClose}>
      <div role="radiogroup" aria-label={t('avatar.title')} className={styles.grid}>
        {Array.from({ length: avatarCount }, (_, index) => (
          <label key={index} className={styles.cell}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              aria-label={t('avatar.one', { number: index + 1 })}
              checked={avatars.selected === index}
              onChange={() => avatars.pick(index)}
            />
            <span className={styles.face} style={{ backgroundPosition: position(index) }} />
          </label>
        ))}
      </div>
    </Sheet>
  )
})

/** Position of the picture in a background of 600 %: six columns are steps of one fifth. */
function position(index: number): string {
  const step = 100 / (columns - 1)
  return `${(index % columns) * step}% ${Math.floor(index / columns) * step}%`
}

import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { avatarCount, AvatarStore } from '../../stores/AvatarStore.ts'
import { useFeature } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './AvatarPicker.module.css'

/** Pictures a row in the sprite (scripts/avatars.mjs). */
const columns = 6

/** The 36 avatars (spec §2): one sprite, fetched when this opens; what is chosen is stored at once. */
export const AvatarPicker = observer(function AvatarPicker({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const avatars = useFeature((root) => new AvatarStore(root))
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

/** Where the picture lies in a background of 600 %: steps of a fifth. */
function position(index: number): string {
  const step = 100 / (columns - 1)
  return `${(index % columns) * step}% ${Math.floor(index / columns) * step}%`
}

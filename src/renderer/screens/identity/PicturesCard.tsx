import Check from 'lucide-react/icons/check'
import IdCard from 'lucide-react/icons/id-card'
import ScanFace from 'lucide-react/icons/scan-face'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { pictureKinds, type PictureKind } from '#contract/rules/identityPictures.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { PrivacyTip } from '../../ui/PrivacyTip.tsx'
import { CameraSheet } from './CameraSheet.tsx'
import type { IdentityStore } from './IdentityStore.ts'
import styles from './PicturesCard.module.css'

/** The three pictures, each with its own button, and the button that sends them. */
export const PicturesCard = observer(function PicturesCard({ store }: { store: IdentityStore }) {
  const { t } = useTranslation()
  const message = useMessage()
  const { overlays } = useStores()
  const { missing, taking } = store
  return (
    <Card as="section" className={styles.card} aria-labelledby="identity-pictures">
      <h2 id="identity-pictures">
        {t(missing.length > 0 ? 'own.identity.picturesTitle' : 'own.identity.readyTitle')}
      </h2>
      <p className={styles.text}>
        {t(missing.length > 0 ? 'own.identity.picturesText' : 'own.identity.readyText')}
      </p>
      <ol className={styles.list}>
        {pictureKinds.map((kind) => (
          <PictureRow key={kind} store={store} kind={kind} />
        ))}
      </ol>
      <PrivacyTip>{t('own.identity.private')}</PrivacyTip>
      {taking === null && <FormFailure>{store.failure && message(store.failure)}</FormFailure>}
      <Button
        variant="primary"
        size="l"
        full
        loading={store.isSending}
        disabled={missing.length > 0}
        onClick={() => void store.send()}
      >
        {t('own.identity.finish')}
      </Button>
      <Button variant="ghost" full onClick={() => overlays.open('editBank', { next: 'identity' })}>
        {t('own.identity.correct')}
      </Button>
      {taking !== null && <CameraSheet key={taking} store={store} kind={taking} />}
    </Card>
  )
})

const PictureRow = observer(function PictureRow({
  store,
  kind,
}: {
  store: IdentityStore
  kind: PictureKind
}) {
  const { t } = useTranslation()
  const address = store.addressOf(kind)
  const isDone = store.has(kind)
  return (
    <li className={styles.row}>
      <span className={styles.picture}>
        {address !== undefined ? (
          <img src={address} alt="" />
        ) : kind === 'selfie' ? (
          <ScanFace aria-hidden />
        ) : (
          <IdCard aria-hidden />
        )}
      </span>
      <span className={styles.name}>
        <b>{t(`own.identity.kinds.${kind}`)}</b>
        <span className={isDone ? styles.done : styles.open}>
          {isDone && <Check aria-hidden />}
          <span>{t(isDone ? 'own.identity.isDone' : 'own.identity.isOpen')}</span>
        </span>
      </span>
      <Button
        variant={isDone ? 'ghost' : 'secondary'}
        aria-label={t(isDone ? `own.identity.change.${kind}` : `own.identity.take.${kind}`)}
        onClick={() => store.take(kind)}
      >
        {t(isDone ? 'own.identity.changeShort' : 'own.identity.takeShort')}
      </Button>
    </li>
  )
})

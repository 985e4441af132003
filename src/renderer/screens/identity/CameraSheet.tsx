import Aperture from 'lucide-react/icons/aperture'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PictureKind } from '#contract/rules/identityPictures.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CameraStore } from './CameraStore.ts'
import styles from './CameraSheet.module.css'
import { addressOfPicture } from './encodePicture.ts'
import type { IdentityStore } from './IdentityStore.ts'

/** Takes one picture with the camera, or from a file where there is none. */
export const CameraSheet = observer(function CameraSheet({
  store,
  kind,
}: {
  store: IdentityStore
  kind: PictureKind
}) {
  const { t } = useTranslation()
  const message = useMessage()
  const [camera] = useState(() => new CameraStore(kind))
  useEffect(() => camera.open(), [camera])
  const { image } = camera
  const failure = store.failureOf(kind)
  return (
    <Sheet
      title={t(`own.identity.kinds.${kind}`)}
      closeLabel={t('actions.close')}
      closeOnOutside={false}
      onClose={() => store.stopTaking()}
    >
      <div className={styles.body}>
        {camera.state === 'none' || camera.state === 'denied' ? (
          <NoCamera camera={camera} />
        ) : (
          <>
            <p className={styles.hint}>{t(`own.identity.hints.${kind}`)}</p>
            {camera.state === 'taken' && image !== null ? (
              <Taken store={store} camera={camera} kind={kind} image={image} />
            ) : (
              <Live camera={camera} />
            )}
          </>
        )}
        <FormFailure>
          {camera.problem ? t(`own.identity.problems.${camera.problem}`) : failure && message(failure)}
        </FormFailure>
      </div>
    </Sheet>
  )
})

/** What was taken, and whether it is good. The focus moves to the answer, so that a screen reader reads the question. */
const Taken = observer(function Taken({
  store,
  camera,
  kind,
  image,
}: {
  store: IdentityStore
  camera: CameraStore
  kind: PictureKind
  image: string
}) {
  const { t } = useTranslation()
  const use = useRef<HTMLButtonElement>(null)
  useEffect(() => use.current?.focus(), [])
  const again = () => {
    store.take(kind)
    void camera.start()
  }
  return (
    <>
      <img className={styles.taken} src={addressOfPicture(image)} alt={t(`own.identity.taken.${kind}`)} />
      <p id="identity-readable" className={styles.question}>
        {t('own.identity.readable')}
      </p>
      <div className={styles.pair}>
        <Button size="l" full disabled={store.isUploading} onClick={again}>
          {t('own.identity.again')}
        </Button>
        <Button
          ref={use}
          variant="primary"
          size="l"
          full
          aria-describedby="identity-readable"
          loading={store.isUploading}
          onClick={() => void store.add(kind, image)}
        >
          {t('own.identity.use')}
        </Button>
      </div>
    </>
  )
})

const Live = observer(function Live({ camera }: { camera: CameraStore }) {
  const { t } = useTranslation()
  const { host } = useStores()
  const video = useRef<HTMLVideoElement>(null)
  const { stream } = camera
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <>
      <div className={classes(styles.view, styles.live, camera.isSelfie && styles.mirrored)}>
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label={t('own.identity.live')}
          onLoadedMetadata={() => camera.setShowing()}
        />
        <span className={camera.isSelfie ? styles.face : styles.document} aria-hidden />
        {!camera.canShoot && (
          <span className={styles.starting} role="status" aria-label={t('own.identity.starting')}>
            <Spinner size="l" />
          </span>
        )}
      </div>
      <Button
        variant="primary"
        size="l"
        full
        icon={<Aperture aria-hidden />}
        disabled={!camera.canShoot}
        onClick={() => video.current && camera.shoot(video.current)}
      >
        {t('own.identity.shoot')}
      </Button>
      {!host.kiosk && <FileChoice camera={camera} />}
    </>
  )
})

const NoCamera = observer(function NoCamera({ camera }: { camera: CameraStore }) {
  const { t } = useTranslation()
  const { host, overlays } = useStores()
  const isDenied = camera.state === 'denied'
  const denied = __HOST__ === 'electron' ? 'own.identity.deniedWindow' : 'own.identity.deniedText'
  return (
    <EmptyState
      compact
      illustration={emptyArt.kyc}
      title={t(isDenied ? 'own.identity.deniedTitle' : 'own.identity.noneTitle')}
      text={t(host.kiosk ? 'own.identity.kioskText' : isDenied ? denied : 'own.identity.noneText')}
      action={
        host.kiosk ? (
          <Button variant="primary" full onClick={() => overlays.open('continueOnPhone')}>
            {t('own.identity.onPhone')}
          </Button>
        ) : (
          <div className={styles.choices}>
            <FileChoice camera={camera} isMain />
            <Button full onClick={() => void camera.start()}>
              {t('own.identity.retryCamera')}
            </Button>
          </div>
        )
      }
    />
  )
})

/** Without `capture`, with which a phone opens its camera and no file can be chosen. */
function FileChoice({ camera, isMain = false }: { camera: CameraStore; isMain?: boolean }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) void camera.choose(file)
    // So that the same file can be chosen again.
    event.target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('own.identity.file')}
        onChange={choose}
      />
      <Button
        variant={isMain ? 'primary' : 'ghost'}
        size={isMain ? 'l' : 'm'}
        full
        onClick={() => input.current?.click()}
      >
        {t('own.identity.file')}
      </Button>
    </>
  )
}

import RefreshCw from 'lucide-react/icons/refresh-cw'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './CaptchaField.module.css'
import type { CaptchaStore } from './CaptchaStore.ts'

const BotCheck = lazy(async () => ({ default: (await import('./BotCheck.tsx')).BotCheck }))

interface CaptchaFieldProps {
  captcha: CaptchaStore
  onAnswer: (text: string) => void
  invalid?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The captcha that the server chose: an image to read, or the bot check. */
export const CaptchaField = observer(function CaptchaField(props: CaptchaFieldProps) {
  const { captcha } = props
  const loading = <Skeleton height="0.58rem" radius="m" />
  if (captcha.picture?.kind === 'widget') {
    return (
      <Suspense fallback={loading}>
        <BotCheck
          challenge={captcha.picture.challenge}
          autoFocus={captcha.isJustChosen}
          onAnswer={props.onAnswer}
        />
      </Suspense>
    )
  }
  // Not the image meanwhile, which the player cannot see.
  if (captcha.prefersBotCheck && captcha.isLoading) return loading
  return (
    <div>
      <PictureField {...props} />
      <WithoutSight captcha={captcha} />
    </div>
  )
})

const WithoutSight = observer(function WithoutSight({ captcha }: { captcha: CaptchaStore }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.without} onClick={() => void captcha.useBotCheck()}>
      {t('auth.captcha.without')}
    </button>
  )
})

const PictureField = observer(function PictureField({ captcha, onAnswer, invalid, ref }: CaptchaFieldProps) {
  const { t } = useTranslation()
  const refresh = () => void captcha.refresh()
  return (
    <TextField
      ref={ref}
      label={t('auth.captcha.label')}
      name="captcha"
      value={captcha.answer}
      onChange={(event) => onAnswer(event.target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={12}
      aria-invalid={invalid || undefined}
      suffix={
        captcha.hasFailed ? (
          <Button size="s" icon={<RefreshCw aria-hidden />} onClick={refresh}>
            {t('actions.retry')}
          </Button>
        ) : (
          <>
            <Picture captcha={captcha} onPress={refresh} />
            <IconButton aria-label={t('auth.captcha.refresh')} onClick={refresh}>
              <RefreshCw aria-hidden />
            </IconButton>
          </>
        )
      }
    />
  )
})

const Picture = observer(function Picture({
  captcha,
  onPress,
}: {
  captcha: CaptchaStore
  onPress: () => void
}) {
  const { t } = useTranslation()
  if (captcha.picture?.kind !== 'image' || captcha.isLoading)
    return <Skeleton className={styles.picture} radius="s" />
  return (
    // Clicking the image is a shortcut; keyboard users have the button beside it.
    <img
      src={captcha.picture.image}
      alt={t('auth.captcha.label')}
      // The captcha's id, by which support and tests look it up.
      data-code-id={captcha.id}
      width="320"
      height="112"
      className={styles.picture}
      onClick={onPress}
    />
  )
})

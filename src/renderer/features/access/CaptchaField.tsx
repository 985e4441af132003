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
  if (captcha.picture?.kind !== 'widget') return <PictureField {...props} />
  return (
    <Suspense fallback={<Skeleton height="0.58rem" radius="m" />}>
      <BotCheck challenge={captcha.picture.challenge} onAnswer={props.onAnswer} />
    </Suspense>
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

import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { isSlotCode } from '#contract/games/slotThemes.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { ShownGameNotice } from '../../features/notices/GameNotice.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { PlayBar } from './PlayBar.tsx'
import styles from './PlayScreen.module.css'
import { PlayStore } from './PlayStore.ts'

/** /play?game=CODE: a game from a separate origin, in a frame. */
export function PlayScreen() {
  const [params] = useSearchParams()
  const code = params.get('game') ?? ''
  return <Play key={code} code={code} />
}

const Play = observer(function Play({ code }: { code: string }) {
  const { t } = useTranslation()
  const play = useOwnStore((root) => new PlayStore(root, code, { window, document }))
  useEffect(() => play.start(), [play])
  const name = isSlotCode(code) ? t(`games.names.${code}`) : play.name || t('games.play.title')
  return (
    <div className={styles.page} data-slot={isSlotCode(code)}>
      <PlayBar title={name} />
      {/* Our own slots show it in the frame. */}
      {!isSlotCode(code) && <ShownGameNotice />}
      <div className={styles.field}>
        <Frame play={play} name={name} />
        <Placeholder play={play} />
      </div>
    </div>
  )
})

const ownSandbox = 'allow-scripts allow-same-origin'
/** A game without the frame protocol leads the player back by an address, which some open in the whole window. */
const foreignSandbox = `${ownSandbox} allow-top-navigation-by-user-activation`

const Frame = observer(function Frame({ play, name }: { play: PlayStore; name: string }) {
  const attach = useCallback(
    (frame: HTMLIFrameElement | null) => play.attach(frame?.contentWindow ?? null),
    [play],
  )
  if (play.url === null) return null
  return (
    <iframe
      key={play.attempt}
      ref={attach}
      className={styles.frame}
      title={name}
      src={play.url}
      // "Same origin" means the games' own origin, never ours. With it, messages carry an origin that can be
      // checked.
      sandbox={play.hasProtocol ? ownSandbox : foreignSandbox}
      onLoad={() => play.loaded()}
      allow="autoplay"
      referrerPolicy="no-referrer"
      data-state={play.state}
    />
  )
})

/** Shown instead of the game: it is loading, it failed, or nobody is logged in. */
const Placeholder = observer(function Stand({ play }: { play: PlayStore }) {
  const { t } = useTranslation()
  const { overlays } = useStores()
  switch (play.state) {
    case 'open':
      return null
    case 'loading':
      return (
        <div className={styles.stand} role="status">
          <Spinner />
          <p>{t('games.play.loading')}</p>
        </div>
      )
    case 'guest':
      return (
        <div className={styles.stand}>
          <EmptyState
            illustration={emptyArt.kyc}
            title={t('games.play.guest')}
            text={t('games.play.guestText')}
            action={
              <Button variant="primary" onClick={() => overlays.open('login')}>
                {t('top.login')}
              </Button>
            }
          />
        </div>
      )
    case 'failed':
      return (
        <div className={styles.stand}>
          <Failure play={play} />
        </div>
      )
  }
})

const Failure = observer(function Failure({ play }: { play: PlayStore }) {
  const { t } = useTranslation()
  if (play.failure === 'unknown') {
    return (
      <EmptyState
        illustration={emptyArt.closed}
        title={t('games.play.unknown')}
        text={t('games.play.unknownText')}
        action={
          <LinkButton variant="primary" to="/home">
            {t('actions.home')}
          </LinkButton>
        }
      />
    )
  }
  const isOffline = play.failure === 'network'
  return (
    <ErrorState
      illustration={isOffline ? emptyArt.offline : emptyArt.error}
      title={t('games.play.failed')}
      text={play.failureText || t(isOffline ? 'errors.slowInternet' : 'games.play.failedText')}
      retryLabel={t('actions.retry')}
      onRetry={() => void play.open()}
    />
  )
})

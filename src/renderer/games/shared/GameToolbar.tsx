import ChartLine from 'lucide-react/icons/chart-line'
import Info from 'lucide-react/icons/info'
import Keyboard from 'lucide-react/icons/keyboard'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import Zap from 'lucide-react/icons/zap'
import { observer } from 'mobx-react-lite'
import { lazy, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { formatPercent } from '../../i18n/format.ts'
import type { PayRow } from '../../stores/overlays.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MountWhenLoaded } from '../../ui/MountWhenLoaded.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import type { BetSettings } from './BetSettings.ts'
import { GameTools, sessionPanelId } from './GameTools.ts'
import styles from './GameToolbar.module.css'

const HotkeysPanel = lazy(async () => ({ default: (await import('./HotkeysPanel.tsx')).HotkeysPanel }))

/** The toolbar below the field of every original: fairness, RTP with the rules, this visit's result, keys, turbo, sound. */
export const GameToolbar = observer(function GameToolbar({
  gameCode,
  rtp,
  payRows,
  settings,
}: {
  gameCode: OriginalGame
  /** RTP as a fraction. */
  rtp: number
  /** The pay table for the current choices. */
  payRows: () => PayRow[]
  settings: BetSettings
}) {
  const { t } = useTranslation()
  const root = useStores()
  const { overlays, language, session } = root
  const tools = root.feature(GameTools)
  const id = useId()
  const isWide = useIsWide()
  useEffect(() => {
    if (isWide) tools.welcome()
  }, [isWide, tools])
  const open = overlays.current?.name === 'gameRules' ? overlays.current.props : null
  // The open pay table follows the language: its rows are texts of the one that they were made in.
  useEffect(() => {
    if (open?.game !== gameCode) return
    const rows = payRows()
    if (JSON.stringify(rows) !== JSON.stringify(open.rows))
      overlays.open('gameRules', { game: gameCode, rows })
  })
  // The round goes on.
  const showFailure = () => {
    tools.close()
    root.alerts.toast({ key: 'errors.screenFailed' }, 'error')
  }
  const rtpText = t('games.rtp', { rtp: formatPercent(rtp, language.selected) })
  return (
    <>
      <div className={styles.bar}>
        <Button
          variant="ghost"
          size="s"
          icon={<ShieldCheck aria-hidden />}
          // The name by which tests find the button has the word that it showed before.
          aria-label={t('games.fairnessName')}
          onClick={() => overlays.open('fairness', { gameCode })}
        >
          <span className={styles.word}>{t('games.fairness')}</span>
        </Button>
        <Button
          variant="ghost"
          size="s"
          className={styles.rtp}
          aria-label={`${rtpText}, ${t('play.rules.title')}`}
          iconEnd={<Info aria-hidden />}
          onClick={() => overlays.open('gameRules', { game: gameCode, rows: payRows() })}
        >
          {rtpText}
        </Button>
        <div className={styles.switches}>
          {session.isLoggedIn && (
            <IconButton
              aria-label={t('games.session.title')}
              aria-expanded={tools.panel === 'session'}
              aria-controls={tools.panel === 'session' ? sessionPanelId : undefined}
              className={tools.panel === 'session' ? styles.on : undefined}
              onClick={() => tools.toggle('session')}
            >
              <ChartLine aria-hidden />
            </IconButton>
          )}
          <IconButton
            aria-label={t('games.keys.title')}
            aria-expanded={tools.panel === 'keys'}
            aria-controls={tools.panel === 'keys' ? id : undefined}
            className={classes(styles.keys, tools.areHotkeysOn && styles.on)}
            onClick={() => tools.toggle('keys')}
          >
            <Keyboard aria-hidden />
          </IconButton>
          <IconButton
            aria-label={t('games.turbo')}
            aria-pressed={settings.isTurbo}
            className={settings.isTurbo ? styles.on : undefined}
            onClick={() => settings.setTurbo(!settings.isTurbo)}
          >
            <Zap aria-hidden />
          </IconButton>
          <IconButton
            aria-label={t('games.sound')}
            aria-pressed={settings.isSoundOn}
            className={settings.isSoundOn ? styles.on : undefined}
            onClick={() => settings.setSound(!settings.isSoundOn)}
          >
            {settings.isSoundOn ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
          </IconButton>
        </div>
      </div>
      <MountWhenLoaded isOpen={tools.panel === 'keys'}>
        {() => (
          <PartBoundary onFailure={showFailure}>
            <HotkeysPanel id={id} />
          </PartBoundary>
        )}
      </MountWhenLoaded>
    </>
  )
})

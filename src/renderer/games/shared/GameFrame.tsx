import ChevronLeft from 'lucide-react/icons/chevron-left'
import Plus from 'lucide-react/icons/plus'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { BalanceAmount } from '../../features/balance/BalanceAmount.tsx'
import { BalanceToggle } from '../../features/balance/BalanceToggle.tsx'
import { ChatButton } from '../../features/chat/ChatButton.tsx'
import { GameNotice } from '../../features/notices/GameNotice.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import './palette.css'
import './games.css'
import { GameBetsSection } from './GameBetsSection.tsx'
import styles from './GameFrame.module.css'
import { WinOnStage } from './WinCelebration.tsx'

export interface GameFrameProps {
  /** Its colour is that of the game's tile. */
  game: OriginalGame
  title: string
  /** The playing field; it fills the space above the panel. */
  children: ReactNode
  /** The BetPanel at the bottom. */
  panel: ReactNode
}

/** The page of every original: top bar with back, title, balance and deposit; field; panel. */
export const GameFrame = observer(function GameFrame({ game, title, children, panel }: GameFrameProps) {
  const { t } = useTranslation()
  const root = useStores()
  const { session } = root
  return (
    <>
      <div className={styles.frame} data-game={game}>
        <header className={styles.top}>
          <IconButton aria-label={t('actions.back')} onClick={() => root.navigation.go('/home')}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <h1 className={styles.title}>{title}</h1>
          <ChatButton />
          {session.isLoggedIn ? (
            <div className={styles.wallet}>
              <span role="status" aria-label={t('top.balance')} className={styles.balance} data-balance>
                <Balance />
                <BalanceToggle />
              </span>
              <IconButton variant="primary" aria-label={t('top.deposit')} onClick={() => root.openDeposit()}>
                <Plus aria-hidden />
              </IconButton>
            </div>
          ) : (
            <Button variant="primary" size="s" onClick={() => root.overlays.open('login')}>
              {t('top.login')}
            </Button>
          )}
        </header>
        <div className={styles.notice}>
          <GameNotice />
        </div>
        <div className={styles.field}>
          <WinOnStage />
          {children}
        </div>
        {panel}
      </div>
      <GameBetsSection game={game} />
    </>
  )
})

/** A separate component, because it changes with every bet. */
const Balance = observer(function Balance() {
  return <BalanceAmount amount={useStores().wallet.cash} duration={0.6} />
})

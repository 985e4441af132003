import ChevronDown from 'lucide-react/icons/chevron-down'
import Trash2 from 'lucide-react/icons/trash-2'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO } from '#contract/money.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { useDragDown } from '../../ui/useDragDown.ts'
import { WalletChoice } from '../bet/WalletChoice.tsx'
import { OneTapBar } from './OneTapBar.tsx'
import { OneTapStore } from './OneTapStore.ts'
import { OneTapSwitch } from './OneTapSwitch.tsx'
import { QuickPicks } from './QuickPicks.tsx'
import { SlipCleared } from './SlipBar.tsx'
import { SlipFoot } from './SlipFoot.tsx'
import { SlipLegs } from './SlipLegs.tsx'
import styles from './SlipPanel.module.css'
import { SlipPolicy } from './SlipPolicy.tsx'
import { SlipReceipt } from './SlipReceipt.tsx'
import type { SlipStore } from './SlipStore.ts'

interface SlipPanelProps {
  slip: SlipStore
  /** It stands beside the board and cannot be closed. */
  isDocked?: boolean
}

/** The open slip over the page, which stays usable. Escape or a drag down closes it. */
export const SlipPanel = observer(function SlipPanel({ slip, isDocked = false }: SlipPanelProps) {
  const { t } = useTranslation()
  const { wallet } = useStores()
  const panel = useRef<HTMLElement>(null)
  const drag = useDragDown(panel, () => slip.close())
  useEffect(() => {
    if (!isDocked) panel.current?.focus({ preventScroll: true })
  }, [isDocked])
  useEscape(() => slip.close())
  const { legs, receipts, cleared, isBusy } = slip
  const isEmpty = legs.length === 0 && receipts.length === 0
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-layer={isDocked ? undefined : 'open'}
      className={classes(styles.panel, isDocked && styles.docked)}
      aria-label={t('sports.slip.title')}
    >
      <div className={styles.head} {...(isDocked ? {} : drag)}>
        {!isDocked && <span className={styles.grab} aria-hidden />}
        <h2 className={styles.title}>
          <span>{t('sports.slip.title')}</span>
          {legs.length > 0 && <span className={styles.count}>{legs.length}</span>}
        </h2>
        {legs.length > 0 && wallet.bonus > ZERO && (
          <WalletChoice
            wallet={slip.stakes.wallet}
            available={slip.stakes.available}
            disabled={isBusy}
            onSwap={() => slip.stakes.swapWallet()}
          />
        )}
        {legs.length > 0 && (
          <IconButton aria-label={t('sports.slip.clear')} disabled={isBusy} onClick={() => slip.clear()}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
        {!isDocked && (
          <IconButton aria-label={t('sports.slip.close')} onClick={() => slip.close()}>
            <ChevronDown aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={styles.body}>
        <OneTap isBrief={legs.length > 0} />
        {isDocked && isEmpty && cleared.length > 0 && <SlipCleared slip={slip} />}
        {isDocked && isEmpty && (
          <>
            <p className={styles.empty}>{t('sports.slip.empty')}</p>
            <QuickPicks slip={slip} />
          </>
        )}
        {receipts.length > 0 && <SlipReceipt slip={slip} />}
        {legs.length > 0 && <Picks slip={slip} />}
      </div>
      {legs.length > 0 && <SlipFoot slip={slip} panel={panel} />}
    </section>
  )
})

/** Above everything in the slip, because it changes what a press on a price does. */
const OneTap = observer(function OneTap({ isBrief }: { isBrief: boolean }) {
  const oneTap = useStores().feature(OneTapStore)
  return (
    <>
      <OneTapSwitch oneTap={oneTap} isBrief={isBrief} />
      {(oneTap.isArmed || oneTap.isBusy) && <OneTapBar oneTap={oneTap} />}
    </>
  )
})

const Picks = observer(function Picks({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { isBusy } = slip
  return (
    <div className={styles.picks}>
      <SegmentedTabs
        aria-label={t('sports.slip.mode')}
        className={styles.modes}
        value={slip.stakes.mode}
        onChange={(mode) => slip.stakes.setMode(mode)}
        tabs={[
          { value: 'single', label: t('sports.slip.single'), disabled: isBusy },
          { value: 'parlay', label: t('sports.slip.parlay'), disabled: isBusy },
        ]}
      >
        <SlipLegs slip={slip} />
      </SegmentedTabs>
      <SlipPolicy slip={slip} />
    </div>
  )
})

/** Escape closes the topmost layer: a dialog over the slip comes first. */
function useEscape(close: () => void): void {
  const { overlays, alerts } = useStores()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCovered = overlays.current !== null || alerts.current !== undefined
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered) latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [overlays, alerts])
}

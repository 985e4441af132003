import Share2 from 'lucide-react/icons/share-2'
import { observer } from 'mobx-react-lite'
import { Fragment, useLayoutEffect, useRef, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO, type Cents } from '#contract/money.ts'
import { CelebrationStore, type WinMoment } from '../../features/celebrations/CelebrationStore.ts'
import { formatDate } from '../../i18n/dates.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { CountUp } from '../../ui/CountUp.tsx'
import { prefersReducedMotion } from '../../ui/reducedMotion.ts'
import { ShareWin } from './ShareWin.ts'
import styles from './WinCelebration.module.css'

/** Coins that fly over the stage. */
const coinCounts = { big: 40, huge: 56 }
const riseMs = 900

/** The win of the round on this page, if it is celebrated now. */
function useWin(): WinMoment | null {
  const { current } = useStores().feature(CelebrationStore)
  return current?.kind === 'win' ? current : null
}

/**
 * On the stage. A small win: its amount rises from where it was won to the balance. A rare one: the stage dims around what
 * has won, and a plate of gold takes the place of the strip above it. The rarest: light and coins over all of the stage,
 * and the rest in `WinScene`. The result line has announced the win already.
 */
export const WinOnStage = observer(function WinOnStage() {
  const win = useWin()
  if (!win) return null
  if (win.intensity === 1) return <RisingAmount key={win.id} amount={win.amount} />
  const isHuge = win.intensity === 3
  return (
    <Fragment key={win.id}>
      <div className={styles.light} data-huge={isHuge} aria-hidden="true">
        <div className={styles.dim} />
        {isHuge && <div className={styles.rays} />}
      </div>
      <div className={styles.gold} data-huge={isHuge} data-transient aria-hidden="true">
        <Coins count={isHuge ? coinCounts.huge : coinCounts.big} />
        {!isHuge && <Plate win={win} />}
      </div>
    </Fragment>
  )
})

function Plate({ win }: { win: WinMoment }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <div className={styles.plate}>
      <p>{t('games.bigWin')}</p>
      <strong>
        <Amount amount={win.amount} seconds={1} />
      </strong>
      <b translate="no">{formatMultiplier(win.multiplier, language.selected)}</b>
    </div>
  )
}

/** The rarest win, over the fields of the panel: the amount counts, and the player may show it. The main button stays. */
export const WinScene = observer(function WinScene() {
  const { t } = useTranslation()
  const root = useStores()
  const { language } = root
  const win = useWin()
  if (win?.intensity !== 3) return null
  const multiplier = formatMultiplier(win.multiplier, language.selected)
  const { length } = formatMoney(win.amount, language.selected)
  const game = t(`games.names.${win.game}`)
  const share = () =>
    root.feature(ShareWin).share(t('play.shareWin', { multiplier, game }), {
      headline: t('games.hugeWin'),
      amount: formatMoney(win.amount, language.selected),
      chain: { stake: game, odds: multiplier },
      rows: [],
      foot: formatDate(new Date(root.clock.now()).toISOString(), language.selected),
      factor: win.multiplier,
    })
  return (
    <div key={win.id} className={styles.scene} data-transient>
      <p aria-hidden="true">{t('games.hugeWin')}</p>
      <strong aria-hidden="true" style={{ '--length': length } as CSSProperties}>
        <Amount amount={win.amount} seconds={3} />
      </strong>
      <div className={styles.row}>
        <b aria-hidden="true" translate="no">
          {multiplier}
        </b>
        <Button size="s" variant="reward" icon={<Share2 aria-hidden />} onClick={() => void share()}>
          {t('sports.tickets.shareLink')}
        </Button>
      </div>
    </div>
  )
})

const Amount = observer(function Amount({ amount, seconds }: { amount: Cents; seconds: number }) {
  const { language } = useStores()
  const spoken = language.selected
  return (
    <CountUp
      value={amount}
      from={ZERO}
      duration={seconds}
      formatter={(value) => `+${formatMoney(Math.round(value) as Cents, spoken)}`}
    />
  )
})

/** The amount on its way from where it was won to the balance; with reduced motion it stands below the balance, where that is free. */
const RisingAmount = observer(function RisingAmount({ amount }: { amount: Cents }) {
  const { language } = useStores()
  const node = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = node.current
    const to = shownBalance()
    if (!element || !to) return
    const end = middleOf(to)
    const from = winningPart()
    // Above it, not over it.
    const start = from ? { ...middleOf(from), y: from.getBoundingClientRect().top } : end
    const at = ({ x, y }: Point, scale: number) =>
      `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%) scale(${scale})`
    if (prefersReducedMotion()) {
      const { bottom } = to.getBoundingClientRect()
      element.style.transform = at({ x: end.x, y: bottom + element.offsetHeight * 0.7 }, 0.8)
      // On the smallest phones what has won is there: the line of the result says the amount.
      element.style.opacity = from && isOver(element, from) ? '0' : '1'
      return
    }
    const lifted = { x: start.x, y: start.y - element.offsetHeight * 0.8 }
    const flight = element.animate(
      [
        { transform: at(start, 0.5), opacity: 0, easing: 'cubic-bezier(0.2, 1.4, 0.4, 1)' },
        { transform: at(lifted, 1), opacity: 1, offset: 0.28, easing: 'linear' },
        { transform: at(lifted, 1), opacity: 1, offset: 0.5, easing: 'cubic-bezier(0.5, 0, 0.7, 0.4)' },
        { transform: at(end, 0.6), opacity: 1, offset: 0.94 },
        { transform: at(end, 0.5), opacity: 0 },
      ],
      { duration: riseMs, fill: 'both' },
    )
    return () => flight.cancel()
  }, [amount])
  return (
    <span ref={node} className={styles.rising} translate="no" data-transient aria-hidden="true">
      {`+${formatMoney(amount, language.selected)}`}
    </span>
  )
})

interface Point {
  x: number
  y: number
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Whether an element lies over the contents of another. */
function isOver(element: Element, other: Element): boolean {
  const contents = document.createRange()
  contents.selectNodeContents(other)
  const [a, b] = [element.getBoundingClientRect(), contents.getBoundingClientRect()]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** The balance in view: a wide window has it in the page's bar, a phone in the game's. */
function shownBalance(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-balance]')].find(
    (each) => each.offsetParent !== null,
  )
}

/** What the stage marks as won: an element, or one of its buttons by number. */
function winningPart(): Element | undefined {
  const part = document.querySelector<HTMLElement>('[data-won-at]')
  if (!part) return undefined
  const number = Number(part.dataset['wonAt'] || NaN)
  return part.querySelectorAll('button')[number] ?? part
}

function Coins({ count }: { count: number }) {
  return (
    <div className={styles.coins}>
      {Array.from({ length: count }, (_, index) => (
        <i key={index} style={flight(index)} />
      ))}
    </div>
  )
}

/**
 * Where a coin flies: out to its side above what has won, and down beside it, so that the result is never behind coins. The
 * golden angle spreads any number of them evenly.
 */
function flight(index: number): CSSProperties {
  const depth = Math.abs(Math.sin(index * 2.39996))
  const distance = ((index * 7) % 11) / 10
  const side = index % 2 === 0 ? 1 : -1
  return {
    '--x': `${(side * (25 + distance * 27)).toFixed(1)}cqw`,
    '--y': `${(depth * (0.5 + distance * 0.7) * 70 + 12).toFixed(1)}cqh`,
    '--up': `${(-6 - ((index * 5) % 9) * 2).toFixed(1)}cqh`,
    '--wait': `${(index % 9) * 40}ms`,
  } as CSSProperties
}

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { MatchRow, SelectionRow, SportsRule, SportsScope, SportsTerms } from '#contract/office/sports.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import { hasHalves, isSport, optionOfKey, sports } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { i18n, type TextKey } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import styles from './sports.module.css'

/** With the keys of the dictionary the compiler gives up on computed ones. */
function text(t: TFunction, key: TextKey): string {
  return t(key) as string
}

export const everything: SportsScope = { sport: '', league: '', matchId: '', market: '' }

export function SportsTabs() {
  const { t } = useTranslation()
  return (
    <div className={styles.tabs}>
      <LinkTabs
        label={t('sports.tabs')}
        links={[
          { to: '/sports', label: t('sports.matches') },
          { to: '/sports/rules', label: t('sports.rules') },
          { to: '/sports/names', label: t('feedNames.title') },
        ]}
      />
    </div>
  )
}

/** What the state of a match means for bets: in one or two words. */
export function MatchBadges({
  isStopped,
  isDecided,
  isSuspended,
  period,
}: Pick<MatchRow, 'isStopped' | 'isDecided' | 'isSuspended' | 'period'>) {
  const { t } = useTranslation()
  return (
    <>
      {isStopped && <Badge tone="bad">{t('sports.stopped')}</Badge>}
      {isDecided && <Badge tone="info">{t('sports.decided')}</Badge>}
      {isSuspended && !isStopped && period >= 0 && <Badge tone="warn">{t('sports.suspended')}</Badge>}
    </>
  )
}

export function sportChoices(t: TFunction): { value: string; label: string }[] {
  return sports.map((value) => ({ value, label: text(t, `sportNames.${value}`) }))
}

/** `winner:1` as people say it: 'Vencedor · 1º tempo'. */
export function marketName(t: TFunction, code: string): string {
  const [market = '', gameTime = ''] = code.split(':')
  const name = text(t, `marketNames.${market}` as TextKey)
  return gameTime === '1' || market === 'corners'
    ? name
    : `${name} · ${text(t, `partNames.${gameTime}` as TextKey)}`
}

/** What is being played: halves where the sport has them. */
export function periodName(t: TFunction, { sport, period }: Pick<MatchRow, 'sport' | 'period'>): string {
  const isHalf = period === MatchPeriod.firstHalf || period === MatchPeriod.secondHalf
  if (period === MatchPeriod.midfield && !hasHalves(sport)) return t('sports.break')
  return isHalf && !hasHalves(sport) ? t('stages.live') : text(t, `periodNames.${period}` as TextKey)
}

export function partName(t: TFunction, gameTime: GameTimeCode): string {
  return text(t, `partNames.${gameTime}` as TextKey)
}

/** Two decimals, as the reader writes them. */
export function oddsText(odds: number): string {
  return odds.toLocaleString(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** A selection as people say it: the team, the side, and the line where there is one. */
export function selectionName(
  t: TFunction,
  { home, away }: { home: string; away: string },
  { side, line }: Pick<SelectionRow, 'side' | 'line'>,
): string {
  const isScore = /^\d-\d$/.test(side)
  const name =
    side === 'home' ? home : side === 'away' ? away : isScore ? side : text(t, `sideNames.${side}` as TextKey)
  if (line === null) return name
  const isHandicap = side === 'home' || side === 'away'
  return `${name} ${line.toLocaleString(i18n.language, { signDisplay: isHandicap ? 'exceptZero' : 'auto' })}`
}

/** The same from the key of an option. */
export function keyName(t: TFunction, teams: { home: string; away: string }, key: string): string {
  const selection = optionOfKey(key)?.selection
  if (!selection) return key
  return selectionName(t, teams, { side: selection.side, line: 'line' in selection ? selection.line : null })
}

/** Where a rule holds. */
export function scopeName(
  t: TFunction,
  { sport, league, matchId, market, matchName }: SportsScope & { matchName: string | null },
): string {
  const where =
    matchId !== ''
      ? (matchName ?? `${text(t, 'sports.match')} ${matchId}`)
      : sport === ''
        ? text(t, 'sports.whole')
        : [isSport(sport) ? text(t, `sportNames.${sport}`) : sport, league].filter(Boolean).join(' · ')
  return market === '' ? where : `${where} · ${marketName(t, market)}`
}

export function termsOf(rule: SportsRule | undefined): SportsTerms {
  return {
    priceFactor: rule?.priceFactor ?? null,
    margin: rule?.margin ?? null,
    maxStakeCents: rule?.maxStakeCents ?? null,
    maxWinCents: rule?.maxWinCents ?? null,
    maxExposureCents: rule?.maxExposureCents ?? null,
  }
}

function Percent({ value }: { value: number | null }) {
  const text =
    value === null ? '–' : `${(value * 100).toLocaleString(i18n.language, { maximumFractionDigits: 1 })} %`
  return <span>{text}</span>
}

export const ruleColumns = [
  {
    name: 'state',
    label: 'sports.state' as const,
    cell: ({ isStopped }: SportsRule) => <RuleState isStopped={isStopped} />,
  },
  {
    name: 'priceFactor',
    label: 'sports.priceFactor' as const,
    isNumber: true,
    cell: ({ priceFactor }: SportsRule) => <Percent value={priceFactor} />,
  },
  {
    name: 'margin',
    label: 'sports.margin' as const,
    isNumber: true,
    cell: ({ margin }: SportsRule) => <Percent value={margin} />,
  },
  {
    name: 'maxStake',
    label: 'sports.maxStake' as const,
    isNumber: true,
    cell: ({ maxStakeCents }: SportsRule) => <Money cents={maxStakeCents} />,
  },
  {
    name: 'maxWin',
    label: 'sports.maxWin' as const,
    isNumber: true,
    cell: ({ maxWinCents }: SportsRule) => <Money cents={maxWinCents} />,
  },
  {
    name: 'maxExposure',
    label: 'sports.maxExposure' as const,
    isNumber: true,
    cell: ({ maxExposureCents }: SportsRule) => <Money cents={maxExposureCents} />,
  },
]

function RuleState({ isStopped }: { isStopped: boolean }) {
  const { t } = useTranslation()
  return isStopped ? (
    <Badge tone="bad">{t('sports.stopped')}</Badge>
  ) : (
    <Badge>{t('sports.openForBets')}</Badge>
  )
}

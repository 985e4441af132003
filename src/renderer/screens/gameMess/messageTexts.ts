import { useTranslation } from 'react-i18next'
import type { InboxMessage } from '#contract/http/messages.ts'
import type { Cents } from '#contract/money.ts'
import { pagePaths } from '#contract/pages.ts'
import { formatMoment } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'

/**
 * The page that a message links to.
 * @internal
 */
export const messageTargets: Record<InboxMessage['kind'], string> = {
  welcome: '/home',
  depositPaid: '/registros?tab=deposits',
  depositReturned: '/registros?tab=deposits',
  depositReversed: '/registros?tab=deposits',
  withdrawalPaid: '/registros?tab=withdrawals',
  withdrawalRefused: '/conta',
  withdrawalReturned: '/conta',
  levelUp: '/vip',
  rewardClaimed: '/registros?tab=bonuses',
  dataReady: '/conta?overlay=privacy',
  statementReady: '/jogoResponsavel',
  ticketRaised: '/registros?tab=bets',
  ticketLowered: '/registros?tab=bets',
  ticketOwed: '/registros?tab=bets',
  accountSuspended: '/conta',
  accountRestored: '/home',
  identityConfirmed: '/home?overlay=deposit',
  identityRefused: pagePaths.identity,
  personBlocked: '/conta',
  prizeSuspended: '/conta',
  prizeReleased: '/conta',
  prizeTaken: '/conta',
  betSuspended: '/registros?tab=bets',
  betReleased: '/registros?tab=bets',
}

/** Whether this version has a text for it: a newer server may have written it. */
export function isKnownKind(kind: string): boolean {
  return Object.hasOwn(messageTargets, kind)
}

export function messageTarget(kind: InboxMessage['kind']): string {
  return isKnownKind(kind) ? messageTargets[kind] : '/home'
}

/** Returns the function that gives title, text and action of a message in the player's language. */
export function useMessageTexts(): (message: InboxMessage) => {
  title: string
  text: string
  action: string
} {
  const { t } = useTranslation()
  const { language, clock } = useStores()
  return ({ kind, amount, ticket, moved, owed, level, reward, refusal, status, prize, until, blocks }) => {
    if (!isKnownKind(kind))
      return {
        title: t('rewards.inbox.newer.title'),
        text: t('rewards.inbox.newer.text'),
        action: t('rewards.inbox.kinds.accountRestored.action'),
      }
    // A title is narrow: an amount stays in one line.
    const money = (value: Cents | null) =>
      value === null ? '' : formatMoney(value, language.selected).replaceAll(' ', '\u{A0}')
    const why = status ?? prize
    const values = {
      amount: money(amount),
      ticket: ticket ?? '',
      moved: money(moved),
      owed: money(owed),
      level: level ?? 0,
      reward: reward ? t(`rewards.inbox.rewards.${reward}`) : '',
      time: until === null ? '' : formatMoment(until, new Date(clock.now()), language.selected),
      reason: why
        ? kind === 'prizeTaken' && prize
          ? t(`rewards.inbox.takenReasons.${prize}`)
          : t(`rewards.inbox.statusReasons.${why}`)
        : // A message from before reasons were told has none.
          (blocks.length > 0 ? blocks : (['other'] as const))
            .map((reason) => t(`rewards.inbox.blockReasons.${reason}`))
            .map((text, index) => (index === 0 ? text : capitalised(text, language.selected.locale)))
            .join(' '),
    }
    return {
      title: t(`rewards.inbox.kinds.${kind}.title`, values),
      text: refusal
        ? t('rewards.inbox.kinds.withdrawalRefused.because', {
            reason: t(`account.records.detail.refused.${refusal}.reason`),
            next: t(`account.records.detail.refused.${refusal}.next`),
          })
        : t(`rewards.inbox.kinds.${kind}.text`, values),
      action: t(`rewards.inbox.kinds.${kind}.action`),
    }
  }
}

/** A text that begins a sentence. */
function capitalised(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

import { useTranslation } from 'react-i18next'
import type { LedgerRecord, RecordTab } from '#contract/http/order.ts'
import { statusCode } from '../../stores/recordLines.ts'

/** The text of a key made of a code, or undefined where the dictionaries know no such code. */
type Say = (key: string, params?: Record<string, string | number>) => string | undefined

/** Words for a record: what it was, and how it stands. */
export function useRecordTexts() {
  const { t, i18n } = useTranslation()
  const say: Say = (key, params) => {
    const full = `account.records.${key}`
    return i18n.exists(full) ? String(t(full as 'brand', params ?? {})) : undefined
  }
  return {
    title: (tab: RecordTab, { title }: LedgerRecord) => titleOf(say, tab, title),
    status: (tab: RecordTab, record: LedgerRecord) => {
      const code = statusCode(tab, record)
      return say(`${statusGroups[tab]}.${code}`) ?? say(`status.${code}`) ?? code
    },
  }
}

const statusGroups = {
  deposits: 'depositStatus',
  withdrawals: 'withdrawalStatus',
  bets: 'betStatus',
  rounds: 'roundStatus',
  bonuses: 'status',
} as const

function titleOf(say: Say, tab: RecordTab, title: string): string {
  const known = {
    deposits: () => say('rowTitle.deposits'),
    withdrawals: () => say('rowTitle.withdrawals', { kind: title }),
    bonuses: () => say(`bonusKinds.${title}`) ?? say('rowTitle.bonus'),
    rounds: () => say(`games.${title}`),
    bets: () => say(`betKinds.${title}`) ?? say(`games.${title}`),
  }[tab]()
  return known ?? readable(title)
}

/** A catalogue code as words: frutas-do-brasil is Frutas do brasil. */
function readable(code: string): string {
  const words = code.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

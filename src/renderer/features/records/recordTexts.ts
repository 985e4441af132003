import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { voucherTitle, type LedgerRecord, type RecordTab } from '#contract/http/order.ts'
import { statusCode } from './recordLines.ts'

/** The text of a key built from a code; undefined where the dictionaries have none. */
type Translate = (key: string, params?: Record<string, string | number>) => string | undefined

export interface RecordTexts {
  title(tab: RecordTab, record: LedgerRecord): string
  status(tab: RecordTab, record: LedgerRecord): string
}

/** Texts for a record: what it was, and its status. The same object until the language changes. */
export function useRecordTexts(): RecordTexts {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const translate: Translate = (key, params) => {
      const full = `account.records.${key}`
      return i18n.exists(full) ? String(t(full as 'brand', params ?? {})) : undefined
    }
    return {
      title: (tab, record) => titleOf(translate, tab, record),
      status: (tab, record) => {
        const code = statusCode(tab, record)
        return translate(`${statusGroups[tab]}.${code}`) ?? translate(`status.${code}`) ?? code
      },
    }
  }, [t, i18n])
}

const statusGroups = {
  deposits: 'depositStatus',
  withdrawals: 'withdrawalStatus',
  bets: 'betStatus',
  rounds: 'roundStatus',
  bonuses: 'status',
} as const

function titleOf(translate: Translate, tab: RecordTab, { title, detail }: LedgerRecord): string {
  const known = {
    deposits: () => translate(title === voucherTitle ? 'rowTitle.voucher' : 'rowTitle.deposits'),
    withdrawals: () =>
      title === 'VOUCHER'
        ? translate('rowTitle.voucher')
        : translate('rowTitle.withdrawals', { kind: title }),
    bonuses: () => translate(`bonusKinds.${title}`) ?? translate('rowTitle.bonus'),
    // The catalogue's name of a game that the dictionaries do not know.
    rounds: () => translate(`games.${title}`) ?? text(detail['game']),
    bets: () => translate(`betKinds.${title}`) ?? translate(`games.${title}`),
  }[tab]()
  return known ?? readable(title)
}

function text(value: string | number | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A catalogue code as words: 'frutas-do-brasil' becomes 'Frutas do brasil'. */
function readable(code: string): string {
  const words = code.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

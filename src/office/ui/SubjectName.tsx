import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { officePages, type OfficePage } from '#contract/office/permissions.ts'
import { useMay, useOffice } from '../data/context.ts'
import { hasText, type TextKey } from '../i18n/i18n.ts'
import { fieldName } from './fieldTexts.ts'
import styles from './SubjectName.module.css'

/** The page on which a kind of record is shown, for those who may see it. */
const pageOfKind: Partial<Record<string, OfficePage>> = {
  staff: 'staff',
  player: 'players',
  withdrawal: 'withdrawals',
  deposit: 'deposits',
  order: 'deposits',
  difference: 'reconciliation',
  match: 'sports',
  chat: 'support',
  terminal: 'terminals',
  voucher: 'vouchers',
  reportLot: 'regulator',
}

/** There is one of each: its id says nothing. */
const single: readonly string[] = ['identities', 'service']

/** Their names are e-mails and names of people, or teams. */
const telling: readonly string[] = ['player', 'staff', 'match']

const longestId = 22

/** As much of a long id as a person compares. */
export function shortId(id: string): string {
  return id.length > longestId ? `${id.slice(0, 8)}…` : id
}

export interface SubjectNameProps {
  kind: string | null
  id: string | null
  /** How a person calls it, where that is known: shown instead of its kind and id. */
  called?: string | null | undefined
  /** Says the kind before a name that does not tell it. */
  hasKind?: boolean
}

/** What an action was done to, with a link to its page. */
export function SubjectName({ kind, id, called, hasKind = false }: SubjectNameProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { paths } = useOffice()
  if (kind === null) return <span>–</span>
  const key = `subjects.${kind}`
  // A kind that a newer server knows is shown by its own word.
  const name = hasText(key) ? (t(key as TextKey) as string) : kind
  if (id === null || single.includes(kind)) return <span>{name}</span>
  // The parts of the settings that were changed.
  if (kind === 'settings') return <span>{`${name} · ${id.split(' ').map(fieldName).join(', ')}`}</span>
  const page = pageOfKind[kind]
  const text =
    called === null || called === undefined || called === ''
      ? `${name} ${shortId(id)}`
      : hasKind && !telling.includes(kind)
        ? `${name} · ${called}`
        : called
  const isShown =
    page !== undefined && may(officePages[page].permission) && paths.has(`${officePages[page].path}/:id`)
  if (!isShown) return <span title={id}>{text}</span>
  return (
    <Link to={`${officePages[page].path}/${encodeURIComponent(id)}`} className={styles.link} title={id}>
      {text}
    </Link>
  )
}

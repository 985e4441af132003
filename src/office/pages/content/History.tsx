import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ContentRecord, ContentVersionRow } from '#contract/office/content.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './content.module.css'

/** Every state of a row, newest first; each can be brought back, the one before the current one undoes the last change. */
export function History(props: {
  row: ContentRecord
  mayChange: boolean
  isBusy: boolean
  onRestore: (version: number) => void
}) {
  const { row, mayChange, isBusy, onRestore } = props
  const { t } = useTranslation()
  if (row.versions.length === 0)
    return (
      <Panel title={t('content.history')}>
        <p className={styles.quiet}>{t('content.noHistory')}</p>
      </Panel>
    )
  return (
    <Panel title={t('content.history')}>
      <ol className={styles.history}>
        {row.versions.map((each, index) => (
          <li key={each.version}>
            <span className={styles.version}>{each.version}</span>
            <div className={styles.change}>
              <p>{changeText(each, row.versions[index + 1], t('content.madeNew'), t('content.before'))}</p>
              <p className={styles.quiet}>
                <span>{`${each.madeByName ?? t('content.byProduct')} · `}</span>
                <Time value={each.createdAt} as="short" />
              </p>
            </div>
            {mayChange && index > 0 && (
              <Button icon={RotateCcw} disabled={isBusy} onClick={() => onRestore(each.version)}>
                {t(index === 1 ? 'content.undo' : 'content.restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The names of what differs from the version before. */
function changeText(
  { state }: ContentVersionRow,
  before: ContentVersionRow | undefined,
  madeNew: string,
  wasNothing: string,
): string {
  if (!state) return wasNothing
  if (!before?.state) return madeNew
  const names = differences(state, before.state)
  return names.length === 0 ? '–' : names.join(', ')
}

function differences(after: object, before: object, path = ''): string[] {
  const [now, was] = [after as Record<string, unknown>, before as Record<string, unknown>]
  return [...new Set([...Object.keys(now), ...Object.keys(was)])].flatMap((name) => {
    const [a, b] = [now[name], was[name]]
    if (JSON.stringify(a) === JSON.stringify(b)) return []
    const isNested = isRecord(a) && isRecord(b) && path === ''
    return isNested ? differences(a, b, name) : [path === '' ? name : `${path}.${name}`]
  })
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

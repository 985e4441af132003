import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { contentCalls, type ContentPhase, type ContentRow } from '#contract/office/content.ts'
import { languageCodes } from '#contract/languages.ts'
import { contentKinds } from '#contract/rules/content.ts'
import { useMay } from '../../data/context.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './content.module.css'
import { useContentName } from './useContentName.ts'

const phases: readonly ContentPhase[] = ['shown', 'later', 'over', 'off']
const tones: Record<ContentPhase, BadgeTone> = {
  shown: 'good',
  later: 'info',
  over: 'neutral',
  off: 'warn',
}

export function PhaseBadge({ phase }: { phase: ContentPhase }) {
  const { t } = useTranslation()
  return <Badge tone={tones[phase]}>{t(`contentPhases.${phase}`)}</Badge>
}

/** Notices, banners, promotions, packages and links: what is shown, when, and in which languages. */
export default function ContentPage() {
  const { t } = useTranslation()
  const may = useMay()
  const nameOf = useContentName()
  return (
    <ListPage
      call={contentCalls.list}
      titleKey="content.title"
      textKey="content.listText"
      columns={[
        { name: 'name', label: 'content.name', isWide: true, cell: nameOf },
        { name: 'kind', label: 'content.kind', sort: 'kind', cell: ({ kind }) => t(`contentKinds.${kind}`) },
        { name: 'phase', label: 'content.phase', cell: ({ phase }) => <PhaseBadge phase={phase} /> },
        { name: 'languages', label: 'content.languages', cell: (row) => <Languages {...row} /> },
        {
          name: 'startsAt',
          label: 'content.startsAt',
          sort: 'startsAt',
          isMinor: true,
          cell: ({ startsAt }) => <Time value={startsAt} as="short" />,
        },
        {
          name: 'endsAt',
          label: 'content.endsAt',
          isMinor: true,
          cell: ({ endsAt }) => <Time value={endsAt} as="short" />,
        },
        { name: 'sort', label: 'content.sort', sort: 'sort', isNumber: true, cell: ({ sort }) => sort },
        {
          name: 'updatedAt',
          label: 'content.updatedAt',
          sort: 'updatedAt',
          isMinor: true,
          cell: ({ updatedAt }) => <Time value={updatedAt} />,
        },
      ]}
      filters={[
        {
          name: 'kind',
          label: 'content.kind',
          kind: 'select',
          choices: contentKinds.map((value) => ({ value, label: t(`contentKinds.${value}`) })),
        },
        {
          name: 'phase',
          label: 'content.phase',
          kind: 'select',
          choices: phases.map((value) => ({ value, label: t(`contentPhases.${value}`) })),
        },
      ]}
      rowName={nameOf}
      open={({ id }) => `/content/${encodeURIComponent(id)}`}
      empty="content.empty"
      emptyText="content.emptyText"
    >
      {may(contentCalls.create.permission) && <NewLinks />}
    </ListPage>
  )
}

/** What can be written new; the kind that is filtered comes first. */
function NewLinks() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const kinds = contentKinds.toSorted(
    (a, b) =>
      Number(search.get('filter')?.includes(b) ?? false) - Number(search.get('filter')?.includes(a) ?? false),
  )
  return (
    <nav className={styles.new} aria-label={t('content.new')}>
      {kinds.map((kind) => (
        <ButtonLink key={kind} to={`/content/new/${kind}`} icon={Plus}>
          {t(`contentNew.${kind}`)}
        </ButtonLink>
      ))}
    </nav>
  )
}

/** In how many languages it is written; Portuguese stands in for the others. */
function Languages({ kind, languages }: ContentRow) {
  const { t } = useTranslation()
  if (kind === 'package') return <span>–</span>
  if (languages.length === 0) return <span className={styles.quiet}>{t('content.standard')}</span>
  const missing = languageCodes.length - languages.length
  return <Badge tone={missing === 0 ? 'good' : 'warn'}>{`${languages.length}/${languageCodes.length}`}</Badge>
}

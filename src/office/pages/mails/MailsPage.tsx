import { useTranslation } from 'react-i18next'
import { mailCalls, mailStates, type MailState } from '#contract/office/mails.ts'
import { languages, toLanguageCode } from '#contract/languages.ts'
import { hasText, type TextKey } from '../../i18n/i18n.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'

const tones: Record<MailState, BadgeTone> = { queued: 'info', sent: 'good', expired: 'neutral', dead: 'bad' }

/** What was sent to whom, and what became of it; never what it said. */
export default function MailsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={mailCalls.list}
      titleKey="mails.title"
      textKey="mails.text"
      columns={[
        {
          name: 'createdAt',
          label: 'mails.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} as="short" />,
        },
        { name: 'to', label: 'mails.to', isWide: true, cell: ({ to }) => to },
        { name: 'kind', label: 'mails.kind', cell: ({ kind }) => <Kind kind={kind} /> },
        {
          name: 'language',
          label: 'mails.language',
          isMinor: true,
          cell: ({ language }) => languages[toLanguageCode(language)].name,
        },
        {
          name: 'state',
          label: 'mails.state',
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`mailStates.${state}`)}</Badge>,
        },
        { name: 'attempts', label: 'mails.attempts', isNumber: true, cell: ({ attempts }) => attempts },
        { name: 'lastError', label: 'mails.lastError', cell: ({ lastError }) => lastError ?? '–' },
        {
          name: 'next',
          label: 'mails.next',
          isMinor: true,
          cell: ({ deliveredAt, nextTryAt }) => <Time value={deliveredAt ?? nextTryAt} as="short" />,
        },
      ]}
      filters={[
        { name: 'to', label: 'mails.address', kind: 'text' },
        {
          name: 'state',
          label: 'mails.state',
          kind: 'select',
          choices: mailStates.map((value) => ({ value, label: t(`mailStates.${value}`) })),
        },
      ]}
      rowName={({ to }) => to}
      empty="mails.empty"
      emptyText="mails.emptyText"
    />
  )
}

/** Which e-mail it is; one that a newer server sends, by its name. */
function Kind({ kind }: { kind: string }) {
  const { t } = useTranslation()
  if (kind === '') return <span>–</span>
  const key = `mailKinds.${kind}`
  return <span>{hasText(key) ? (t(key as TextKey) as string) : kind}</span>
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { contentCalls, type ContentRecord, type ContentState } from '#contract/office/content.ts'
import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { contentKinds, type ContentKind } from '#contract/rules/content.ts'
import { VisuallyHidden } from '#renderer/ui/VisuallyHidden.tsx'
import { attempts } from '../../data/attempts.ts'
import { useMay, useOffice } from '../../data/context.ts'
import type { ActionOutcome, CallOptions } from '../../data/officeClient.ts'
import { OfficeError } from '../../data/OfficeError.ts'
import { fromLocalMoment, toLocalMoment } from '../../i18n/moments.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField, Form, SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { useUnsavedWarning } from '../../ui/useUnsavedWarning.tsx'
import styles from './content.module.css'
import { unclearNumbers } from './contentEditing.ts'
import { kindParts, type FieldPart, type TextPart } from './contentKinds.ts'
import { PhaseBadge } from './ContentPage.tsx'
import { History } from './History.tsx'
import { Preview } from './Preview.tsx'
import { readAfterConflict } from './readAfterConflict.ts'
import { useContentForm } from './useContentForm.ts'
import { useContentName } from './useContentName.ts'

const formId = 'content-form'

/** One row: its fields, its texts in every language, how it looks, and what it was before. */
export default function ContentItemPage() {
  const { id = '', kind } = useParams()
  const { client } = useOffice()
  const known = contentKinds.find((each) => each === kind)
  const record = useQuery({
    queryKey: ['content', id],
    queryFn: ({ signal }) => client.call(contentCalls.get, { params: { id } }, { signal }),
    enabled: kind === undefined,
    retry: false,
  })
  const { t } = useTranslation()
  const back = { to: '/content', label: t('content.title') }
  if (known) return <Editor key={known} kind={known} back={back} />
  if (record.data) return <Editor key={id} kind={record.data.kind} row={record.data} back={back} />
  return (
    <>
      <PageHeader title={record.error ? t('content.title') : '…'} back={back} />
      <PageBody>
        {kind !== undefined ? (
          <Empty title={t('states.notFound')} />
        ) : record.error ? (
          <Failed error={record.error} onRetry={() => void record.refetch()} />
        ) : (
          <LoadingLines count={8} />
        )}
      </PageBody>
    </>
  )
}

function Editor(props: { kind: ContentKind; row?: ContentRecord; back: { to: string; label: string } }) {
  const { kind, row, back } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { client } = useOffice()
  const queries = useQueryClient()
  const mayChange = useMay()(contentCalls.save.permission)
  const form = useContentForm(kind, row)
  const [slug, setSlug] = useState('')
  const [language, setLanguage] = useState<LanguageCode>('pt_BR')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const parts = kindParts[kind]
  const nameOf = useContentName()
  const isLeaving = useRef(false)
  const unsaved = useUnsavedWarning(form.isChanged || slug !== '', isLeaving)
  const attemptName = row ? `content.save ${row.id}` : `content.create ${kind}`
  const title = row ? nameOf(row) : t(`contentNew.${kind}`)

  /** Runs it; a refusal stands at its fields, and in words where no field is shown for it. */
  async function perform(
    name: string,
    run: (options: CallOptions) => Promise<ActionOutcome<ContentRecord>>,
    done: string,
    onDone?: (saved: ContentRecord) => void,
  ): Promise<void> {
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    try {
      const saved = answerOf(await attempts.run(name, run))
      notices.say('good', done, { detail: nameOf(saved) })
      onDone?.(saved)
      queries.setQueryData(['content', saved.id], saved)
      await queries.invalidateQueries()
      isLeaving.current = !row
      if (!row) navigate(`/content/${encodeURIComponent(saved.id)}`, { replace: true })
    } catch (error) {
      const fields = error instanceof OfficeError ? error.fields : {}
      setErrors(fields)
      setFailure(error instanceof Error ? error.message : String(error))
      const wrong = Object.keys(fields).find((name) => name.startsWith('texts.'))
      const code = languageCodes.find((each) => wrong?.startsWith(`texts.${each}.`))
      if (code) setLanguage(code)
      if (row) await readAfterConflict(queries, row.id, error)
    } finally {
      setBusy(false)
    }
  }

  const save = () => {
    const sent = form.editing
    const unclear = unclearNumbers(sent)
    if (unclear.length > 0) {
      setFailure(undefined)
      return setErrors(Object.fromEntries(unclear.map((name) => [name, t('actions.noThousands')])))
    }
    return perform(
      attemptName,
      (options) =>
        row
          ? client.act(
              contentCalls.save,
              { params: { id: row.id }, body: { state: form.current, basedOn: sent.base.version } },
              options,
            )
          : client.act(
              contentCalls.create,
              { body: { kind, slug: slugOf(slug, kind), state: form.current } },
              options,
            ),
      t('content.saved'),
      (saved) => row && form.noteSaved(saved, sent),
    )
  }
  const restore = (version: number) =>
    row &&
    perform(
      `content.restore ${row.id} ${version}`,
      (options) =>
        client.act(
          contentCalls.restore,
          { params: { id: row.id }, body: { version, basedOn: row.version } },
          options,
        ),
      t('content.restored'),
    )

  const choose = (take: () => void) => () => {
    setFailure(undefined)
    take()
  }

  const errorOf = (name: string) => (errors[name] === undefined ? {} : { error: errors[name] })
  const { current } = form
  return (
    <>
      <PageHeader
        title={title}
        text={t(`contentKinds.${kind}`)}
        back={back}
        badges={row && <PhaseBadge phase={row.phase} />}
        actions={
          mayChange && (
            <Button
              tone="primary"
              type="submit"
              form={formId}
              icon={Save}
              isBusy={isBusy}
              disabled={row !== undefined && !form.isChanged}
            >
              {t('content.save')}
            </Button>
          )
        }
      />
      <PageBody>
        <div className={styles.editor}>
          <fieldset className={styles.fields} disabled={!mayChange || (!row && isBusy)}>
            <Form id={formId} onSubmit={() => void save()}>
              {form.isBehind && (
                <Alert tone="warn">
                  <p>{t('content.changedMeanwhile')}</p>
                  <div className={styles.choices}>
                    <Button onClick={choose(form.takeStored)}>{t('content.takeStored')}</Button>
                    <Button onClick={choose(form.keepWritten)}>{t('content.keepWritten')}</Button>
                  </div>
                </Alert>
              )}
              {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
              {attempts.isLost(attemptName) && !isBusy && <Alert tone="warn">{t('actions.mayBeDone')}</Alert>}
              <Panel title={t('content.row')}>
                <div className={styles.grid}>
                  {!row && kind !== 'notice' && (
                    <TextField
                      label={t('content.slug')}
                      hint={t('content.slugHint')}
                      value={slug}
                      onChange={setSlug}
                      {...errorOf('slug')}
                    />
                  )}
                  {parts.fields.map((field) => (
                    <FieldInput
                      key={field.name}
                      field={field}
                      value={form.typed[field.name] ?? ''}
                      onChange={(value) => form.type(field.name, value)}
                      {...errorOf(`fields.${field.name}`)}
                    />
                  ))}
                  <TextField
                    label={t('content.startsAt')}
                    hint={t('content.startsHint')}
                    type="datetime-local"
                    value={toLocalMoment(current.startsAt)}
                    onChange={(value) => form.change({ startsAt: fromLocalMoment(value) })}
                    {...errorOf('startsAt')}
                  />
                  <TextField
                    label={t('content.endsAt')}
                    hint={t('content.endsHint')}
                    type="datetime-local"
                    value={toLocalMoment(current.endsAt)}
                    onChange={(value) => form.change({ endsAt: fromLocalMoment(value) })}
                    {...errorOf('endsAt')}
                  />
                  <TextField
                    label={t('content.sort')}
                    hint={t('content.sortHint')}
                    inputMode="numeric"
                    value={form.typed['sort'] ?? ''}
                    onChange={(value) => form.type('sort', value)}
                    {...errorOf('sort')}
                  />
                  <CheckField
                    label={t('content.enabled')}
                    isOn={current.enabled}
                    onChange={(enabled) => form.change({ enabled })}
                  />
                </div>
              </Panel>
              {parts.texts.length > 0 && (
                <Panel title={t('content.texts')}>
                  {parts.hasStandardTexts && <p className={styles.quiet}>{t('content.standardHint')}</p>}
                  <Texts
                    parts={parts.texts}
                    state={current}
                    language={language}
                    onLanguage={setLanguage}
                    errors={errors}
                    onWrite={form.write}
                  />
                </Panel>
              )}
            </Form>
          </fieldset>
          <aside className={styles.side}>
            <Preview kind={kind} state={current} language={language} />
          </aside>
        </div>
        {row && (
          <History
            row={row}
            mayChange={mayChange}
            isBusy={isBusy}
            onRestore={(version) => void restore(version)}
          />
        )}
      </PageBody>
      {unsaved}
    </>
  )
}

function FieldInput(props: {
  field: FieldPart
  value: string
  error?: string
  onChange: (value: string) => void
}) {
  const { field, value, error, onChange } = props
  const { t } = useTranslation()
  const shared = {
    label: t(field.label) as string,
    value,
    onChange,
    ...(field.hint ? { hint: t(field.hint) as string } : {}),
    ...(error === undefined ? {} : { error }),
  }
  if (field.kind === 'choice')
    return (
      <SelectField
        {...shared}
        choices={(field.choices ?? []).map((choice) => ({
          value: choice.value,
          label: t(choice.label) as string,
        }))}
      />
    )
  return <TextField {...shared} inputMode={field.kind === 'text' ? 'text' : 'decimal'} autoComplete="off" />
}

/** The texts, a tab for each language; one that nothing is written for is marked, and Portuguese is shown there. */
function Texts(props: {
  parts: readonly TextPart[]
  state: ContentState
  language: LanguageCode
  onLanguage: (code: LanguageCode) => void
  errors: Readonly<Record<string, string>>
  onWrite: (code: LanguageCode, name: string, value: string | string[]) => void
}) {
  const { parts, state, language, onLanguage, errors, onWrite } = props
  const { t } = useTranslation()
  const texts = state.texts as Partial<Record<LanguageCode, Record<string, unknown>>>
  const isAny = Object.keys(texts).length > 0
  return (
    <Radix.Root value={language} onValueChange={(code) => onLanguage(code as LanguageCode)}>
      <Radix.List className={styles.languages} aria-label={t('content.languages')}>
        {languageCodes.map((code) => (
          <Radix.Trigger key={code} value={code} className={styles.language}>
            <span>{languages[code].name}</span>
            {isAny && !texts[code] && (
              <span className={styles.missing}>
                <VisuallyHidden>{t('content.missing')}</VisuallyHidden>
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {languageCodes.map((code) => (
        <Radix.Content key={code} value={code} className={styles.texts} lang={code.replace('_', '-')}>
          {parts.map(({ name, label, kind, longest }) => {
            const own = texts[code]?.[name]
            const standIn = texts.pt_BR?.[name]
            const shared = {
              label: t(label) as string,
              maxLength: longest,
              placeholder: code === 'pt_BR' ? '' : textOf(standIn),
              ...(errors[`texts.${code}.${name}`] === undefined
                ? {}
                : { error: errors[`texts.${code}.${name}`] as string }),
            }
            if (kind === 'line')
              return (
                <TextField
                  key={name}
                  {...shared}
                  value={textOf(own)}
                  onChange={(value) => onWrite(code, name, value)}
                />
              )
            return (
              <TextArea
                key={name}
                {...shared}
                rows={kind === 'lines' ? 6 : 3}
                value={textOf(own)}
                onChange={(value) => onWrite(code, name, kind === 'lines' ? linesOf(value) : value)}
              />
            )
          })}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : ''
}

/** Empty lines at the end stay while they are typed. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

/** A notice has no address; its id is made from the day. */
function slugOf(typed: string, kind: ContentKind): string {
  return kind === 'notice' ? new Date().toISOString().slice(0, 10) : typed.trim()
}

/** Nothing here needs a second person. */
function answerOf(outcome: { isPending: boolean; answer?: ContentRecord }): ContentRecord {
  if (!outcome.answer) throw new Error('content waits for a second person')
  return outcome.answer
}

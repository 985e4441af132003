import { Pencil, Plus, Trash2 } from 'lucide-react'
import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { cannedCalls, type CannedAnswer } from '#contract/office/support.ts'
import { defineAction, type Action, type ActionField, type ActionValues } from '../../ui/actions/action.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'

const fields: readonly ActionField[] = [
  { name: 'shortcut', label: 'canned.shortcut', hint: 'canned.shortcutHint' },
  { name: 'title', label: 'canned.name' },
  ...languageCodes.map((code): ActionField => ({
    name: `texts.${code}`,
    label: `canned.texts.${code}`,
    kind: 'longText',
    isOptional: true,
  })),
]

function bodyOf(values: ActionValues): Omit<CannedAnswer, 'id'> {
  const texts = languageCodes.flatMap((code): [LanguageCode, string][] => {
    const text = values[`texts.${code}`]
    return text ? [[code, text]] : []
  })
  return {
    shortcut: values['shortcut'] ?? '',
    title: values['title'] ?? '',
    texts: Object.fromEntries(texts),
  }
}

const create = defineAction<typeof cannedCalls.create>({
  call: cannedCalls.create,
  icon: Plus,
  key: 'c',
  isPrimary: true,
  reason: 'none',
  explain: 'canned.explain',
  fields,
  request: (_page, values) => ({ body: bodyOf(values) }),
})
const pageActions = [create]

const actions: readonly Action<CannedAnswer>[] = [
  defineAction<typeof cannedCalls.change, CannedAnswer>({
    call: cannedCalls.change,
    icon: Pencil,
    key: 'e',
    isPrimary: true,
    reason: 'none',
    fields,
    first: ({ shortcut, title, texts }) => ({
      shortcut,
      title,
      ...Object.fromEntries(languageCodes.map((code) => [`texts.${code}`, texts[code] ?? ''])),
    }),
    request: ({ id, shortcut, title, texts }, values) => ({
      params: { id },
      body: { ...bodyOf(values), seen: { shortcut, title, texts } },
    }),
  }),
  defineAction<typeof cannedCalls.remove, CannedAnswer>({
    call: cannedCalls.remove,
    icon: Trash2,
    isDanger: true,
    reason: 'none',
    isUndoable: true,
    request: ({ id }) => ({ params: { id } }),
  }),
]

/** The answers that staff write again and again. */
export default function CannedPage() {
  return (
    <ListPage
      call={cannedCalls.list}
      titleKey="canned.title"
      textKey="canned.text"
      columns={[
        {
          name: 'shortcut',
          label: 'canned.shortcut',
          sort: 'shortcut',
          cell: ({ shortcut }) => `/${shortcut}`,
        },
        { name: 'title', label: 'canned.name', sort: 'title', cell: ({ title }) => title },
        {
          name: 'texts',
          label: 'canned.answer',
          isWide: true,
          cell: ({ texts }) => Object.values(texts)[0] ?? '–',
        },
        {
          name: 'languages',
          label: 'canned.languages',
          isMinor: true,
          cell: ({ texts }) =>
            languageCodes
              .flatMap((code) => (texts[code] === undefined ? [] : [languages[code].name]))
              .join(', '),
        },
      ]}
      rowName={({ title }) => title}
      actions={actions}
      pageActions={pageActions}
      empty="canned.empty"
      emptyText="canned.emptyText"
    />
  )
}

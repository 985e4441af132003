import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { contentCalls, type ContentRecord } from '#contract/office/content.ts'
import * as schema from '#contract/office/content.schema.ts'
import type { OfficeLanguage } from '#contract/office/session.ts'
import { contentKinds, type ContentKind } from '#contract/rules/content.ts'
import { schemas, type ContentState } from '#contract/rules/content.schema.ts'
import type { Reader } from '../../db/client.ts'
import {
  contentVersions,
  everyContentSql,
  isShownSql,
  readContent,
  restoreContent,
  saveContent,
  toContent,
  type Content,
  type ContentDbRow,
} from '../../domain/content/content.ts'
import type { AuditedChange } from '../audit/writeAudit.ts'
import type { Office } from '../endpoints/office.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { parse } from '../endpoints/parse.ts'
import { presentContent, presentRecord } from '../presenters/content.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

type ListedRow = ContentDbRow & { kind: ContentKind; key: string }

/** Notices, banners, promotions, packages and links. */
export function registerContent(office: Office): void {
  const { deps } = office

  officeList(office, contentCalls.list, {
    filter: schema.filter,
    select: `select * from (${everyContentSql}) c`,
    parameters: ({ now }) => [now],
    conditions({ kind, phase }, value) {
      // Every statement uses its first parameter.
      const at = '$1::timestamptz'
      const phases = {
        shown: isShownSql(at),
        later: `enabled and starts_at > ${at}`,
        over: `enabled and ends_at <= ${at}`,
        off: 'not enabled',
      }
      return [
        `${at} is not null`,
        ...(kind ? [`kind = ${value(kind)}`] : []),
        ...(phase ? [`(${phases[phase]})`] : []),
      ]
    },
    sorts: { sort: 'sort', kind: 'kind', startsAt: 'starts_at', updatedAt: 'updated_at' },
    id: 'key',
    idOf: ({ key }: ListedRow) => key,
    present: (row: ListedRow, { now }) => presentContent(toContent(row.kind, row), now),
  })

  officeRead(office, contentCalls.get, { params: schema.byId }, ({ params }) =>
    recordOf(deps.db, ...keyOf(params.id)),
  )

  officeAction(
    office,
    contentCalls.create,
    { body: schema.create },
    {
      async run({ tx, body: { kind, slug, state }, staff, caller }) {
        // Notices have no address: two may be called the same.
        const id = kind === 'notice' ? `${slug}-${randomUUID().slice(0, 8)}` : slug
        const saved = await saveContent(deps, tx, {
          kind,
          id,
          state: checked(kind, state, caller.language),
          basedOn: 0,
          staffId: staff.id,
        })
        return changed(await recordOf(tx, kind, id), null, saved)
      },
    },
  )

  officeAction(
    office,
    contentCalls.save,
    { params: schema.byId, body: schema.save },
    {
      async run({ tx, params, body, staff, caller }) {
        const [kind, id] = keyOf(params.id)
        const before = await readContent(tx, kind, id)
        const saved = await saveContent(deps, tx, {
          kind,
          id,
          state: checked(kind, body.state, caller.language),
          basedOn: body.basedOn,
          staffId: staff.id,
        })
        return changed(await recordOf(tx, kind, id), before, saved)
      },
    },
  )

  officeAction(
    office,
    contentCalls.restore,
    { params: schema.byId, body: schema.restore },
    {
      async run({ tx, params, body, staff }) {
        const [kind, id] = keyOf(params.id)
        const before = await readContent(tx, kind, id)
        const saved = await restoreContent(deps, tx, { kind, id, ...body, staffId: staff.id })
        return changed(await recordOf(tx, kind, id), before, saved)
      },
    },
  )

  async function recordOf(db: Reader, kind: ContentKind, id: string): Promise<ContentRecord> {
    const content = await readContent(db, kind, id)
    const versions = await contentVersions(db, kind, id)
    const makers = [...new Set(versions.flatMap(({ madeBy }) => (madeBy === null ? [] : [madeBy])))]
    const people = await db.read<{ id: string; name: string }>(
      'select id, name from office.staff where id = any($1)',
      [makers],
    )
    const names = new Map(people.map((person) => [person.id, person.name]))
    return presentRecord(content, versions, names, deps.clock.now())
  }
}

/** Throws `notFound`. */
function keyOf(key: string): [kind: ContentKind, id: string] {
  const [first = '', ...rest] = key.split(':')
  const kind = contentKinds.find((each) => each === first)
  if (!kind || rest.length === 0) throw new OfficeRefusal('notFound')
  return [kind, rest.join(':')]
}

function checked<Kind extends ContentKind>(
  kind: Kind,
  state: unknown,
  language: OfficeLanguage,
): ContentState<Kind> {
  // The schema of the kind returns its state; TypeScript does not follow an index into the union.
  return parse(schemas[kind] as z.ZodType, state, language) as ContentState<Kind>
}

function changed(
  answer: ContentRecord,
  before: Content | null,
  after: Content,
): AuditedChange & { answer: ContentRecord } {
  return {
    answer,
    subject: { kind: 'content', id: answer.id },
    before: before?.state ?? null,
    after: after.state,
  }
}

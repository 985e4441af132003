import { feedNameCalls, type FeedNameKind, type FeedNameRow } from '#contract/office/feedNames.ts'
import * as schema from '#contract/office/feedNames.schema.ts'
import { changeFeedName, type FeedName, feedNameColumns } from '../../sports/feedNames.ts'
import type { Office } from '../endpoints/office.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList } from '../endpoints/officeList.ts'

/** The names of leagues, teams, players and countries, as players read them. */
export function registerFeedNames(office: Office): void {
  const { deps } = office

  officeList(office, feedNameCalls.list, {
    filter: schema.filter,
    select: `select kind || ':' || id as row_id, shown.* from (select provider, ${feedNameColumns} from feed_names) shown`,
    conditions: ({ q, kind, isOurs }, value) => [
      `provider = ${value(deps.feedSource.name)}`,
      ...(q ? [`(name || ' ' || source_name) ilike '%' || ${value(likeText(q))} || '%'`] : []),
      ...(kind ? [`kind = ${value(kind)}`] : []),
      ...(isOurs ? [`(changed_by is not null) = ${value(isOurs === 'true')}`] : []),
    ],
    sorts: { name: 'name', changedAt: 'changed_at' },
    id: "kind || ':' || id",
    idOf: ({ kind, id }: FeedName) => `${kind}:${id}`,
    present: presentName,
  })

  officeAction(office, feedNameCalls.change, schema.change, {
    async run({ tx, params, body, staff }) {
      const [kind = '', ...rest] = params.id.split(':')
      const { before, after } = await changeFeedName(deps, tx, {
        kind,
        id: rest.join(':'),
        name: body.name,
        staffId: staff.id,
      })
      return {
        answer: presentName(after),
        subject: { kind: 'feedName', id: after.source_name },
        before: { name: before.name },
        after: { name: after.name },
      }
    },
  })
}

function presentName({
  kind,
  id,
  sport,
  name,
  source_name,
  country,
  changed_by,
  changed_at,
}: FeedName): FeedNameRow {
  return {
    id: `${kind}:${id}`,
    kind: kind as FeedNameKind,
    sport,
    name,
    sourceName: source_name,
    country,
    changedBy: changed_by,
    changedAt: changed_at.toISOString(),
  }
}

/** A text in which LIKE finds nothing special. */
function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

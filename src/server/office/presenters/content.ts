import type { ContentPhase, ContentRecord, ContentRow, ContentVersionRow } from '#contract/office/content.ts'
import { languageCodes } from '#contract/languages.ts'
import type { ContentState } from '#contract/rules/content.schema.ts'
import type { Content, ContentVersion } from '../../domain/content/content.ts'

export function presentContent({ kind, id, version, updatedAt, state }: Content, now: Date): ContentRow {
  const { startsAt, endsAt, sort, texts } = state
  return {
    id: `${kind}:${id}`,
    kind,
    title: titleOf(state),
    fields: state.fields,
    phase: phaseOf(state, now),
    startsAt,
    endsAt,
    sort,
    languages: languageCodes.filter((code) => code in texts),
    version,
    updatedAt: updatedAt?.toISOString() ?? null,
  }
}

/** `names`: of the staff, by id. */
export function presentRecord(
  content: Content,
  versions: ContentVersion[],
  names: ReadonlyMap<string, string>,
  now: Date,
): ContentRecord {
  return {
    ...presentContent(content, now),
    state: content.state,
    versions: versions.map(({ version, state, madeBy, createdAt }): ContentVersionRow => ({
      version,
      state,
      madeByName: madeBy === null ? null : (names.get(madeBy) ?? madeBy),
      createdAt: createdAt.toISOString(),
    })),
  }
}

function phaseOf({ enabled, startsAt, endsAt }: ContentState, now: Date): ContentPhase {
  if (!enabled) return 'off'
  if (endsAt !== null && new Date(endsAt) <= now) return 'over'
  return startsAt !== null && new Date(startsAt) > now ? 'later' : 'shown'
}

function titleOf({ texts }: ContentState): string | null {
  const own = (texts as Partial<Record<string, Record<string, unknown>>>)['pt_BR'] ?? {}
  const title = own['title'] ?? own['label'] ?? own['text']
  return typeof title === 'string' ? title : null
}

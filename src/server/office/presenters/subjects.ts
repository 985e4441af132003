import type { AppDeps } from '../../deps.ts'

/** How a person calls what a row is about: as the database knows it, or the teams of a match, which the feed has. */
export function nameOf(
  { feed, clock }: Pick<AppDeps, 'feed' | 'clock'>,
  row: { subject_kind: string | null; subject_id: string | null; subject_name?: string | null },
): string | null {
  if (row.subject_kind !== 'match' || row.subject_id === null) return row.subject_name ?? null
  const match = feed.match(row.subject_id, clock.now())
  return match ? `${match.home} × ${match.away}` : null
}

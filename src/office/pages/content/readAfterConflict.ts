import type { QueryClient } from '@tanstack/react-query'
import { OfficeError } from '../../data/OfficeError.ts'

/** A row that was saved by somebody else meanwhile is read again: the form then lets one choose between both versions. */
export async function readAfterConflict(queries: QueryClient, id: string, error: unknown): Promise<void> {
  if (error instanceof OfficeError && error.status === 409)
    await queries.invalidateQueries({ queryKey: ['content', id] })
}

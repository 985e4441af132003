import type { Screenshot } from '#contract/terminal.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { acceptSequence } from './signedCalls.ts'

/** A screenshot is deleted after this time, in ms. */
const retentionMs = 10 * 60_000
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

/** Screenshots that are older are no longer shown, and deleted. */
export function oldestScreenshot(now: Date): Date {
  return new Date(now.getTime() - retentionMs)
}

/**
 * Stores what a terminal shows, in place of its last screenshot. The call's signature was checked. Throws badRequest for
 * anything that is not a JPEG, and forbidden unless the operator has asked for it and did not get it yet.
 */
export async function acceptScreenshot(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  screenshot: Screenshot,
): Promise<void> {
  const image = Buffer.from(screenshot.image, 'base64')
  if (!image.subarray(0, jpegStart.length).equals(jpegStart)) throw new Refusal('badRequest')
  await db.tx(async (tx) => {
    await acceptSequence(tx, screenshot)
    const [row] = await tx.query(
      `insert into terminal_screenshots (terminal_id, version, taken_at, image)
       select id, $2, $3, $4 from terminals where id = $1 and screenshot_version = $2 and $2 > 0
       on conflict (terminal_id) do update
         set version = excluded.version, taken_at = excluded.taken_at, image = excluded.image
         where terminal_screenshots.version < excluded.version
       returning 1`,
      [screenshot.terminalId, screenshot.version, clock.now(), image],
    )
    if (!row) throw new Refusal('forbidden')
  })
}

/** The JPEG. Throws notFound. */
export async function readScreenshot(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  terminalId: string,
): Promise<Buffer> {
  const [row] = await db.read<{ image: Buffer }>(
    'select image from terminal_screenshots where terminal_id = $1 and taken_at > $2',
    [terminalId, oldestScreenshot(clock.now())],
  )
  if (!row) throw new Refusal('notFound')
  return row.image
}

/** Deletes what is no longer shown. */
export async function deleteOldScreenshots({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await db.write('delete from terminal_screenshots where taken_at <= $1', [oldestScreenshot(clock.now())])
}

/**
 * What belongs to `npm test`, and what to `npm run test:rest` (docs/tests.md, "What npm test leaves out"). The files that import
 * this run in both: there a sample or a part, here the whole.
 */
const scope = process.env['TEST_SCOPE'] ?? 'main'

/** Not in `npm test`. */
export const isWhole = scope !== 'main'

/** A size: of the sample in `npm test`, of the whole elsewhere. */
export const sized = (sample: number, whole: number): number => (isWhole ? whole : sample)

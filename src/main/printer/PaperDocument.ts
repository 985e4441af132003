import type { PrintFailure } from '#contract/printing.ts'

/** One part of what is printed, from top to bottom. */
export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'text'; text: string; isCentred?: boolean; isStrong?: boolean }
  | { kind: 'row'; label: string; value: string; isStrong?: boolean }
  | { kind: 'rule' }
  | { kind: 'qr'; value: string }

/** What is printed, for every kind of printer. */
export interface PaperDocument {
  /** Names the file when there is no printer. */
  name: string
  /** Of the texts; BCP 47. */
  locale: string
  blocks: Block[]
}

/** Why nothing, or only a part, was printed. */
export class PrintError extends Error {
  constructor(
    readonly outcome: PrintFailure,
    message: string,
  ) {
    super(message)
  }
}

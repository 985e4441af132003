import { lotLimits, reportFamilies, type ReportFamily } from '#contract/rules/regulatorReports.ts'
import type { ReportRecord } from './records.ts'

/** A lot as XML, without its signature. */
export interface Lot {
  number: number
  records: number
  xml: string
  /** Sums of the amounts and counts of its records, by field. */
  totals: Record<string, number>
}

interface Heading {
  family: ReportFamily
  period: string
  /** The operator's tax number; empty where the profile has none. */
  operator: string
}

/** What a signature and its certificate add. */
const signatureBytes = 16 * 1024

/** Puts records into lots, each as full as it may be; there is one lot without records when there are none. */
export async function* toLots(
  heading: Heading,
  pages: AsyncIterable<readonly ReportRecord[]>,
): AsyncGenerator<Lot> {
  let lot = new LotWriter(heading, 1)
  for await (const page of pages) {
    for (const record of page) {
      if (lot.add(record)) continue
      yield lot.end()
      lot = new LotWriter(heading, lot.number + 1)
      if (!lot.add(record)) throw new Error('a record is larger than a lot')
    }
  }
  yield lot.end()
}

class LotWriter {
  readonly number: number
  readonly #heading: Heading
  readonly #rows: string[] = []
  readonly #totals = new Map<string, number>()
  #bytes: number

  constructor(heading: Heading, number: number) {
    this.number = number
    this.#heading = heading
    this.#bytes = Buffer.byteLength(this.#start()) + Buffer.byteLength(end) + signatureBytes
  }

  /** Returns whether the record fits. */
  add(record: ReportRecord): boolean {
    const row = `<registro>${Object.entries(record)
      .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
      .join('')}</registro>\n`
    const bytes = Buffer.byteLength(row)
    if (this.#rows.length >= lotLimits.records || this.#bytes + bytes > lotLimits.bytes) return false
    this.#rows.push(row)
    this.#bytes += bytes
    for (const [name, value] of Object.entries(record))
      if (typeof value === 'number') this.#totals.set(name, (this.#totals.get(name) ?? 0) + value)
    return true
  }

  end(): Lot {
    return {
      number: this.number,
      records: this.#rows.length,
      xml: `${this.#start()}${this.#rows.join('')}${end}`,
      totals: Object.fromEntries(this.#totals),
    }
  }

  #start(): string {
    const { family, period, operator } = this.#heading
    const name = reportFamilies[family]
    return `<?xml version="1.0" encoding="UTF-8"?>
<lote Id="${name}-${period}-${this.number}" familia="${name}" periodo="${period}" numero="${this.number}" operador="${escapeXml(operator)}">
`
  }
}

const end = '</lote>\n'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Also without what XML 1.0 has no way to write. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

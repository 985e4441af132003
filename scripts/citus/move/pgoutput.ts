/** A value as PostgreSQL writes it; null for NULL, undefined for one that is stored apart and was not changed. */
export type Value = string | null | undefined

export interface Relation {
  name: string
  columns: { name: string; isKey: boolean }[]
}

/** One row that was changed. `before` has what tells it apart, if that was changed. */
export interface Change {
  relation: Relation
  kind: 'insert' | 'update' | 'delete'
  before?: Value[]
  after?: Value[]
}

/** Reads what PostgreSQL's decoder `pgoutput` (protocol version 1) sends, one message after the other. */
export class ChangeReader {
  readonly #relations = new Map<number, Relation>()

  /** The change that the message is; undefined for a message that changes no row. */
  read(message: Buffer): Change | undefined {
    const input = new Input(message)
    const type = input.char()
    if (type === 'R') this.#relations.set(...input.relation())
    if (type === 'T') throw new Error('a table was emptied while its rows were copied')
    if (type !== 'I' && type !== 'U' && type !== 'D') return undefined
    const relation = this.#relations.get(input.int32())
    if (!relation) throw new Error('a change of an unknown table')
    const change: Change = { relation, kind: type === 'I' ? 'insert' : type === 'U' ? 'update' : 'delete' }
    for (let part = input.char(); ; part = input.char()) {
      if (part === 'N') change.after = input.tuple()
      else change.before = input.tuple()
      if (part === 'N' || type === 'D') return change
    }
  }
}

class Input {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  char(): string {
    return String.fromCharCode(this.#bytes.readUInt8(this.#at++))
  }

  int16(): number {
    const value = this.#bytes.readInt16BE(this.#at)
    this.#at += 2
    return value
  }

  int32(): number {
    const value = this.#bytes.readUInt32BE(this.#at)
    this.#at += 4
    return value
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  relation(): [number, Relation] {
    const id = this.int32()
    const name = `${this.text()}.${this.text()}`
    this.char()
    const columns = Array.from({ length: this.int16() }, () => {
      const isKey = this.char() === '\u0001'
      const column = { name: this.text(), isKey }
      this.#at += 8
      return column
    })
    return [id, { name, columns }]
  }

  tuple(): Value[] {
    return Array.from({ length: this.int16() }, () => {
      const kind = this.char()
      if (kind === 'n') return null
      if (kind === 'u') return undefined
      const length = this.int32()
      const text = this.#bytes.toString('utf8', this.#at, this.#at + length)
      this.#at += length
      return text
    })
  }
}

import type { ExportKind } from '#contract/http/exports.ts'
import { readNeutralStatementPart, readStatementPart } from '../../payments/statements.ts'
import type { ReadPart } from './part.ts'
import { readPersonalDataPart } from './personalDataPart.ts'

export const readers: Record<ExportKind, ReadPart> = {
  personalData: readPersonalDataPart,
  statement: readStatementPart,
  neutralStatement: readNeutralStatementPart,
}

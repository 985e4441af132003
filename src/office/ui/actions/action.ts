import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OfficeAnswer, OfficeCall, OfficeCallShape, OfficeRequest } from '#contract/office/officeCall.ts'
import type { Cents } from '#contract/money.ts'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import type { TextKey } from '../../i18n/i18n.ts'
import type { Choice } from '../Field.tsx'

/** What the person filled in, by name of the field. `reason` is there unless the action asks for none. */
export type ActionValues = Readonly<Record<string, string>> & { reason: string }

/** The letters that lists and the shell leave to the actions (docs/officePages.md, "Keys"): none means two things. */
export type ActionKey =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'r'
  | 's'
  | 't'
  | 'v'
  | 'w'
  | 'y'

/** A hint that says an amount. */
interface HintWithAmount {
  key: 'sports.maxExposureHint'
  amount: Cents
}

export interface ActionField {
  /** As the server names it: its messages stand at the field. */
  name: string
  label: TextKey
  /**
   * `dateTime` is a time in São Paulo (i18n/moments.ts). `money` is typed in reais; `request` gets the cents as a text of digits.
   * `several`: the chosen values with commas between them.
   */
  kind?: 'text' | 'email' | 'number' | 'money' | 'longText' | 'date' | 'dateTime' | 'select' | 'several'
  /** One whose switch is off is left out. */
  choices?: readonly (Omit<Choice, 'label'> & { label: TextKey; needs?: HouseSwitch })[]
  isOptional?: boolean
  /** A select that begins with nothing: what a player is told is never a default. */
  isUnset?: boolean
  hint?: TextKey | HintWithAmount
}

/** Something that can be done to a record of kind `Row`, or, with `Row` undefined, on a page. */
export interface Action<Row = undefined> {
  /** Its permission decides who sees the action; its texts are at `calls.<name>`. */
  call: OfficeCall
  icon: LucideIcon
  /** One key does it: for the row under the cursor, or for those that are selected. */
  key?: ActionKey
  isDanger?: boolean
  /** Not offered where the jurisdiction forbids all of these. */
  needs?: readonly HouseSwitch[]
  /** The first button of a record or of the page. */
  isPrimary?: boolean
  /** Whether this record can have it now, from this person. */
  isOffered?: (row: Row, reader: OfficePerson) => boolean
  fields?: readonly ActionField[]
  /** `none`: nothing has to be explained; pressing it is enough where there are no other fields either. */
  reason?: 'required' | 'none'
  /** What will happen, before it is confirmed. */
  explain?: TextKey
  /** It waits ten seconds, in which it can be undone. Not for what must happen at once, nor for what shows an answer. */
  isUndoable?: boolean
  first?: (row: Row) => Readonly<Record<string, string>>
  request: (row: Row, values: ActionValues) => OfficeCallShape
  /** What the answer says, in a dialog afterwards: a link that is shown once. */
  result?: (answer: unknown) => ReactNode
}

/** An action whose request and answer are checked against its call. */
export function defineAction<C extends OfficeCall, Row = undefined>(
  action: Omit<Action<Row>, 'call' | 'request' | 'result'> & {
    call: C
    request: (row: Row, values: ActionValues) => OfficeRequest<C>
    result?: (answer: OfficeAnswer<C>) => ReactNode
  },
): Action<Row> {
  const { result } = action
  return {
    ...action,
    request: (row, values) => action.request(row, values) as OfficeCallShape,
    ...(result ? { result: (answer: unknown) => result(answer as OfficeAnswer<C>) } : {}),
  } as Action<Row>
}

/** The text of a call by its name, for example of an audit row: 'Desativar'. A test checks that each action has one. */
export function callKey(name: string): TextKey {
  return `calls.${name}` as TextKey
}

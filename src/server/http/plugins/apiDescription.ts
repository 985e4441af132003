import type { OpenAPIV3_1 } from 'openapi-types'

type Document = Partial<OpenAPIV3_1.Document>
type Operation = OpenAPIV3_1.OperationObject

/** The groups of calls in the order of a player's life; what QA alone may call comes last. */
const groups = {
  auth: 'Registration, login, captcha, and what moves a session to another device',
  main: 'What every page shows: configuration, home, notices; forgotten passwords and gifts',
  user: 'The player: profile, balances, identity, devices',
  deposits: 'Packages, orders and vouchers',
  game: 'All games: catalogue, rounds, fairness',
  mines: 'Mines',
  dice: 'Dice',
  limbo: 'Limbo',
  luckyColor: 'Lucky colour',
  rowDouble: 'Tower',
  double: 'Double: one round that all players share',
  slots: 'Slots, and the session of a game in a frame',
  sports: 'Matches, prices, bets and tickets',
  withdrawals: 'Withdrawals and printed withdrawals',
  records: 'What has been deposited, bet and withdrawn',
  promotions: 'Promotions',
  rewards: 'Check-in and rebate',
  agent: 'Invitations and what they earn',
  messages: 'Messages to the player',
  chat: 'The support chat',
  limits: 'Limits, pauses, exclusion',
  exports: 'Files: statement and personal data',
  provider: 'What payment and identity providers call',
  sandbox: 'QA only; a production server has none of these',
} as const satisfies Record<string, string>

const order = Object.keys(groups)

/** The headers of a player's call: spelled as clients have always sent them. */
const headers = {
  lang: { description: 'Language of messages, such as pt_BR', schema: { type: 'string', default: 'pt_BR' } },
  curreny: { description: 'Currency of the language, such as BRL', schema: { type: 'string' } },
  zone: { description: 'Time zone of the device, such as America/Sao_Paulo', schema: { type: 'string' } },
  deviceid: { description: 'Stable id of the device', schema: { type: 'string', maxLength: 64 } },
} as const satisfies Record<string, Omit<OpenAPIV3_1.ParameterObject, 'name' | 'in'>>

/**
 * The document as its readers want it: calls in the order of a player's life, each with a name for the functions of
 * generated clients and the headers that it reads.
 */
export function arrange(document: Document): Document {
  const paths: [path: string, item: OpenAPIV3_1.PathItemObject][] = []
  for (const [path, item = {}] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of operationsOf(item)) {
      operation.operationId = operationName(method, path)
      if (hasHeaders(operation)) operation.parameters = [...(operation.parameters ?? []), ...headerReferences]
    }
    paths.push([path, item])
  }
  paths.sort(([, one], [, other]) => placeOf(one) - placeOf(other))
  const used = new Set(paths.map(([, item]) => groupOf(item)))
  return {
    ...document,
    tags: Object.entries(groups)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { ...document.components, parameters: headerParameters },
  }
}

/** `POST /api/app/game/dice/bet` -> `postGameDiceBet`: it changes only when the call does. */
function operationName(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/+(?:app|auth)\//, '')
    .replace(/^\/(sandbox)\/api\//, '$1/')
    .split(/[/{}_.-]+/)
    .filter(Boolean)
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function operationsOf(item: OpenAPIV3_1.PathItemObject): [method: string, operation: Operation][] {
  return (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, operation]] : []
  })
}

function groupOf(item: OpenAPIV3_1.PathItemObject): string {
  const group = operationsOf(item)[0]?.[1].tags?.[0] ?? ''
  // A new group needs its words and its place here.
  if (!order.includes(group)) throw new Error(`the API's description knows no group "${group}"`)
  return group
}

const placeOf = (item: OpenAPIV3_1.PathItemObject) => order.indexOf(groupOf(item))

const hasHeaders = ({ tags }: Operation) => tags?.[0] !== 'sandbox' && tags?.[0] !== 'provider'

const headerParameters = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { name, in: 'header', ...header }]),
)
const headerReferences = Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` }))

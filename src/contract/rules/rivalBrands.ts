/** Names of other betting houses, which sponsor leagues: they stand on no board. */

/** In lower case, as words of their own. */
const rivals = [
  'betano',
  'bet365',
  'superbet',
  'betnacional',
  'sportingbet',
  'betfair',
  'betsson',
  'kto',
  'pixbet',
  'esportes da sorte',
  'estrelabet',
  'novibet',
  'betway',
  '1xbet',
  'parimatch',
  'blaze',
  'vaidebet',
  'bwin',
  'betmgm',
  'draftkings',
  'fanduel',
  'sky bet',
  'betclic',
  'unibet',
  'ladbrokes',
  'william hill',
] as const

const anyRival = new RegExp(`(?<![\\p{L}\\p{N}])(?:${rivals.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** The house whose brand is in a name, as it is written there; undefined: none. */
export function rivalIn(name: string): string | undefined {
  return anyRival.exec(name)?.[0]
}

/** A name without the brands of other houses; the whole of it where nothing else is left. */
export function withoutRivals(name: string): string {
  const plain = name
    .replaceAll(new RegExp(anyRival, 'giu'), ' ')
    .replaceAll(/\(\s*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s\-–|]+|[\s\-–|]+$/g, '')
  return plain === '' ? name : plain
}

/** Invented names of places, clubs and people, composed of parts; each generator gives every combination once. */

export type NameStyle = 'portuguese' | 'english' | 'spanish' | 'northern'

interface Parts {
  first: readonly string[]
  second: readonly string[]
  between: string
}

const words = (text: string) => text.split(' ').map((word) => word.replaceAll('_', ' '))

const places: Record<NameStyle, Parts> = {
  portuguese: {
    first: words(
      'Vila Porto Monte Serra Campo Barra Lagoa Ribeira Pedra Ilha Morro Ponta Riacho Bosque Enseada Clube Atlético União',
    ),
    second: words(
      'do_Farol das_Pitangas dos_Ventos da_Garça do_Jacarandá da_Aroeira do_Sabiá dos_Cajus da_Neblina do_Buriti da_Jangada das_Marés do_Ingá da_Figueira dos_Bem-te-vis do_Umbuzeiro',
    ),
    between: ' ',
  },
  english: {
    first: words(
      'Birch Elm Mill Raven Larks Mere Wren Thorn Fern Hazel Heron Amber Copper Gorse Linden Marl',
    ),
    second: words(
      'combe_Town wick_Rovers stead_Athletic mouth_City thorpe_Town holt_Albion dale_United bridge_Wanderers more_Town bourne_County garth_Rangers fell_Town',
    ),
    between: '',
  },
  spanish: {
    first: words(
      'Puerto Valle Villa Costa Monte Punta Arroyo Laguna Deportivo Atlético Unión Sportivo Colinas Bahía',
    ),
    second: words(
      'del_Alba de_la_Niebla del_Faro de_los_Olmos del_Quebracho de_la_Bruma del_Cóndor de_las_Dunas del_Molino de_la_Garza del_Estero de_los_Sauces',
    ),
    between: ' ',
  },
  northern: {
    first: words('Varn Ostr Kald Brad Selv Torv Hald Gron Malv Zelk Lund Fjel Ravn Skar Drav'),
    second: words(
      'avik_IF heim_SK ovar_FK ingen_IF estad_BK dorf_SV berg_FC holm_IF nitz_SK ova_FK anger_IF',
    ),
    between: '',
  },
}

const clubs: readonly Parts[] = [
  {
    first: words(
      'Tamanduás Lobos Harpias Jacarés Corujas Botos Quatis Tatus Sucuris Pumas Albatrozes Raposas Cometas Trovões Navegantes Marujos',
    ),
    second: words(
      'da_Serra do_Cerrado do_Litoral do_Norte do_Planalto da_Baía do_Vale das_Dunas da_Ilha dos_Pampas da_Mata do_Agreste',
    ),
    between: ' ',
  },
  {
    first: words(
      'Brackwater Pinehollow Silverlake Cliffside Millbrook Eastgate Foxglen Northquay Marshfield Ambervale Redstone Windhaven',
    ),
    second: words(
      'Otters Falcons Wolves Herons Comets Pioneers Lanterns Badgers Mariners Arrows Bisons Cranes',
    ),
    between: ' ',
  },
]

const people: Parts = {
  first: words(
    'Var Quin Bas Fer Mont Lind Mar Ober Dra Pet Val Kes Tar Ras Pen Hal Cor Yam Wen Sob Tav Lor Mel',
  ),
  second: words(
    'anda elka oria imun escu avel ondro iveira aski orin egat uvesco aldi ergen osso imoto artez elund adek irano',
  ),
  between: '',
}
const initials = 'ABCDEFGHIJKLMNOPRSTUVWZ'

const competitions: Record<'clubs' | 'people', Parts> = {
  clubs: {
    first: words('Liga Copa Taça'),
    second: words(
      'das_Marés do_Horizonte dos_Ipês da_Alvorada do_Poente dos_Ventos da_Estrada_Real do_Farol',
    ),
    between: ' ',
  },
  people: {
    first: words('Aberto Circuito Torneio'),
    second: words(
      'das_Marés do_Horizonte dos_Ipês da_Alvorada do_Poente dos_Ventos da_Estrada_Real do_Farol',
    ),
    between: ' ',
  },
}

/** Names of towns with a club, without those that are taken. */
export function placeNames(style: NameStyle, taken: ReadonlySet<string>): Iterator<string> {
  return without(combinations(places[style]), taken)
}

/** Names of teams that carry an animal or a trade. */
export function clubNames(taken: ReadonlySet<string>): Iterator<string> {
  return without(alternately(...clubs.map(combinations)), taken)
}

/** An initial and a family name. */
export function personNames(taken: ReadonlySet<string>): Iterator<string> {
  return without(withInitials(), taken)
}

export function leagueNames(kind: 'clubs' | 'people'): Iterator<string> {
  return combinations(competitions[kind])
}

function* withInitials(): Generator<string> {
  let index = 0
  for (const family of combinations(people)) yield `${initials[index++ % initials.length]}. ${family}`
}

/** All pairs, so that neighbours differ in both parts. */
function* combinations({ first, second, between }: Parts): Generator<string> {
  for (let shift = 0; shift < second.length; shift++)
    for (const [i, part] of first.entries()) yield `${part}${between}${second[(i + shift) % second.length]}`
}

function* alternately(...all: readonly Generator<string>[]): Generator<string> {
  for (;;)
    for (const each of all) {
      const { value, done } = each.next()
      if (done) return
      yield value
    }
}

function* without(names: Iterable<string>, taken: ReadonlySet<string>): Generator<string> {
  for (const name of names) if (!taken.has(name)) yield name
}

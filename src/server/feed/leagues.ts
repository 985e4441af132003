import type { Sport } from '#contract/rules/sports.ts'
import { clubNames, leagueNames, personNames, placeNames, type NameStyle } from './names.ts'

/**
 * A competition of the built-in calendar. Its number of teams is even, so that all of them play in each
 * round.
 */
export interface League {
  name: string
  teams: readonly string[]
  /** Scores of an average match, and the ratio of the home side's to the other's; those of the sport where they are left out. */
  scoring?: Scoring
  /** Factor of the usual margins: about small leagues a house knows less. */
  margin?: number
}

export interface Scoring {
  mean: number
  homeRatio: number
}

/** Team names are separated by spaces; `_` stands for a space within a name. */
function named(teams: string): string[] {
  return teams.split(' ').map((team) => team.replaceAll('_', ' '))
}

/** What the leagues of a country have in common. */
interface Country {
  style: NameStyle
  scoring?: Scoring
  /** The first leagues of a country are those that most people bet on. */
  leagues: readonly { name: string; teams?: string }[]
}

/** In Brazil fewer goals are scored than in Europe, and more of them at home. */
const brazil: Scoring = { mean: 2.37, homeRatio: 1.48 }
const southAmerica: Scoring = { mean: 2.45, homeRatio: 1.38 }
const islands: Scoring = { mean: 2.75, homeRatio: 1.2 }
const continent: Scoring = { mean: 2.85, homeRatio: 1.22 }

const footballTeams = 20
/** A country's leagues after these have higher margins. */
const bigLeagues = 2
const smallMargin = 1.3

/** Leagues, clubs and people are invented; any likeness to real ones is accidental. */
const football: readonly Country[] = [
  {
    style: 'portuguese',
    scoring: brazil,
    leagues: [
      {
        name: 'Liga Aurora',
        teams:
          'Porto_Sereno Vale_do_Ipê Aurora_FC Campo_Lindo Serra_Clara Ribeira_Azul Vila_Cajá Monte_Jatobá Lagoa_Funda Barra_do_Sol',
      },
      {
        name: 'Copa dos Rios',
        teams:
          'Rio_Pardal Itaperó Pedra_Mansa Cachoeirão Ilha_Verde Estrela_do_Cais Mirante_EC Sabiá_FC Encosta_Alta Capim_Dourado',
      },
      { name: 'Série do Planalto' },
      { name: 'Liga do Cerrado' },
      { name: 'Copa Litorânea' },
      { name: 'Série das Serras' },
      { name: 'Liga da Caatinga' },
      { name: 'Taça dos Pampas' },
      { name: 'Liga do Araguaia' },
      { name: 'Copa Mata Verde' },
    ],
  },
  {
    style: 'english',
    scoring: islands,
    leagues: [
      {
        name: 'Meridian League',
        teams:
          'Northhaven Eastmoor_Rovers Castlebrook Ashford_Vale Kingsmere Port_Ellery Redcliff_Athletic Silverton_Bay Westmarch Oakhollow',
      },
      { name: 'Northern Shires League' },
      { name: 'Harbour Division' },
      { name: 'Heathland League' },
      { name: 'Three Rivers League' },
      { name: 'Western Vale League' },
      { name: 'Old Towns Division' },
      { name: 'Beacon League' },
    ],
  },
  {
    style: 'spanish',
    scoring: southAmerica,
    leagues: [
      {
        name: 'Liga del Pacífico',
        teams:
          'Puerto_Alba Los_Robledos San_Telmar Costa_Brisa Valle_Hondo Unión_Arenal Deportivo_Quebrada Nueva_Almería_FC Atlético_Farallón Río_Sauce',
      },
      { name: 'Liga de la Cordillera' },
      { name: 'Copa del Altiplano' },
      { name: 'Liga de las Dunas' },
      { name: 'Torneo del Estuario' },
      { name: 'Liga del Mediodía' },
      { name: 'Copa de los Faros' },
      { name: 'Liga de Poniente' },
    ],
  },
  {
    style: 'northern',
    scoring: continent,
    leagues: [
      { name: 'Nordlys Liga' },
      { name: 'Ostra Liga' },
      { name: 'Alpen Liga' },
      { name: 'Karpat Liga' },
      { name: 'Adria Liga' },
      { name: 'Polder Liga' },
      { name: 'Fjord Serien' },
      { name: 'Steppen Liga' },
    ],
  },
]

/** Every team of a sport plays each three to four days: so many leagues, each with so many teams. */
interface OtherSport {
  leagues: number
  teams: number
  kind: 'clubs' | 'people'
  /** The first leagues with the first of their teams. */
  known: readonly { name: string; teams: string }[]
}

const others: Record<Exclude<Sport, 'football'>, OtherSport> = {
  basketball: {
    leagues: 14,
    teams: 16,
    kind: 'clubs',
    known: [
      {
        name: 'Liga Cesta Brasil',
        teams:
          'Tucanos_da_Serra Onças_do_Cerrado Araras_do_Litoral Falcões_de_Itaperó Jaguares_do_Norte Capivaras_BC Gaviões_do_Planalto Piranhas_do_Rio',
      },
      {
        name: 'Continental Hoops',
        teams:
          'Harbor_Comets Ridgeport_Owls Lakemont_Rams Stonebridge_Storm Crestfall_Foxes Palmview_Waves Ironvale_Bulls Fairhaven_Kites',
      },
    ],
  },
  tennis: {
    leagues: 14,
    teams: 18,
    kind: 'people',
    known: [
      {
        name: 'Aberto do Litoral',
        teams:
          'T._Varella M._Quintão R._Bastilho L._Ferrugem D._Montalva A._Carvalhal P._Seixal V._Moreno_Paz',
      },
      {
        name: 'Copa Saibro',
        teams: 'E._Lindqvar J._Marchetto K._Oberholt S._Dravec N._Petrossi H._Valmont O._Kestrel B._Tarnow',
      },
      {
        name: 'Garden Series',
        teams: 'C._Ashdell Y._Morikado I._Solberga F._Dunmore G._Rastelli W._Penrhos Z._Halvik U._Corvano',
      },
    ],
  },
  boxing: {
    leagues: 14,
    teams: 18,
    kind: 'people',
    known: [
      {
        name: 'Noite das Luvas',
        teams:
          'Caio_Trovão Beto_Pedreira Davi_Marreta Jonas_Cais Leo_Farol Rui_Granito Téo_Vendaval Zeca_Bigorna',
      },
      {
        name: 'Iron Ring Series',
        teams:
          'Max_Holloran Ivo_Strand Ken_Amadi Sol_Brannick Tor_Velasky Abe_Norwell Gus_Fenner Lou_Castwell',
      },
    ],
  },
  snooker: {
    leagues: 8,
    teams: 16,
    kind: 'people',
    known: [
      {
        name: 'Taça Pano Verde',
        teams:
          'N._Almeirim G._Portela_Luz H._Caldas_Rio S._Brandt_Lima O._Vasques_Mar E._Tristão_Sá I._Campos_Léo F._Duarte_Sol',
      },
      {
        name: 'Green Baize Masters',
        teams:
          'A._Whitmarsh R._Callowell D._Prescombe T._Oakhart M._Lindsell J._Harrowby P._Quillan C._Stavely',
      },
    ],
  },
  baseball: {
    leagues: 7,
    teams: 16,
    kind: 'clubs',
    known: [
      {
        name: 'Liga do Diamante',
        teams:
          'Lobos_de_Aruanã Corsários_do_Porto Touros_de_Itabó Cometas_do_Sul Garças_de_Jandira Mineiros_da_Pedra Relâmpagos_BC Navegantes_do_Vale',
      },
      {
        name: 'Summer Diamond',
        teams:
          'Bayport_Pelicans Cedar_Falls_Miners Granite_City_Elks Maple_Point_Hawks Sunfield_Larks Dockside_Anchors Highmoor_Bears Riverton_Otters',
      },
    ],
  },
  volleyball: {
    leagues: 13,
    teams: 16,
    kind: 'clubs',
    known: [
      {
        name: 'Superliga das Ondas',
        teams:
          'Maré_Alta_VC Vôlei_Ipê-Roxo Praia_Longa Sol_Nascente_VC Recife_Manso Vôlei_Cajueiro Ponta_Clara Dunas_VC',
      },
      {
        name: 'Euro Net Cup',
        teams:
          'Volley_Montegro Spike_Lindau Olimpo_Varna_Sul Adria_Setters Nordvik_VK Castel_Aria Baltica_Volley Danubio_VC',
      },
    ],
  },
  badminton: {
    leagues: 21,
    teams: 16,
    kind: 'people',
    known: [
      {
        name: 'Aberto da Peteca',
        teams: 'L._Yamagiri P._Sunthorn A._Kirana R._Mehrotan J._Lauritz C._Bomtempo T._Wirawan M._Engholm',
      },
      {
        name: 'Shuttle Masters',
        teams: 'H._Okanori S._Lindberga D._Rajanya F._Castellon K._Nuwat B._Arvidson E._Prasanti G._Holmqvar',
      },
    ],
  },
  americanFootball: {
    leagues: 11,
    teams: 16,
    kind: 'clubs',
    known: [
      {
        name: 'Liga da Bola Oval',
        teams:
          'Caciques_de_Aruá Vulcões_da_Serra Tubarões_do_Cais Búfalos_do_Pampa Cobras_de_Jaguari Raios_do_Agreste Ursos_de_Pinhal Piratas_da_Barra',
      },
      {
        name: 'Frontier Gridiron',
        teams:
          'Dustfield_Mustangs Timberline_Wolves Saltlake_Harbor_Krakens Copper_Hill_Badgers Prairie_Ridge_Bisons Thornwood_Ravens Blackrock_Titans_Club Sundance_Coyotes',
      },
    ],
  },
  tableTennis: {
    leagues: 23,
    teams: 16,
    kind: 'people',
    known: [
      {
        name: 'Circuito Mesa Rápida',
        teams:
          'V._Takemori D._Sobral_Reis K._Wenlong A._Filipak H._Jorgen_Dal R._Baptistel S._Nakahira O._Tremblet',
      },
      {
        name: 'Pro Paddle Series',
        teams:
          'M._Ziegland Y._Hanazuki P._Kovarin J._Esteban_Rua T._Ljungholm C._Pariset E._Songtao L._Vukarin',
      },
    ],
  },
  cricket: {
    leagues: 6,
    teams: 14,
    kind: 'clubs',
    known: [
      {
        name: 'Copa Wicket',
        teams:
          'Leões_do_Taco Wicket_Paulista-Novo Postes_da_Ilha Real_Boundary Araçá_CC Planalto_XI Taco_de_Ouro Campo_Oval_CC',
      },
      {
        name: 'Coral Premier',
        teams:
          'Coral_Bay_Kings Monsoon_Riders Spice_Harbour Teak_Valley_Tigers Lagoon_Strikers Sandstone_XI Palm_Coast_Royals_Club Saffron_Hill',
      },
    ],
  },
  motorRacing: {
    leagues: 14,
    teams: 16,
    kind: 'people',
    known: [
      {
        name: 'Duelo na Pista',
        teams:
          'N._Faísca R._Turbante G._Asfalto_Lima E._Curvelo_Dias T._Boxer_Reis A._Largada_Cruz M._Chicane_Luz V._Paddock_Sá',
      },
      {
        name: 'Grand Duel Series',
        teams:
          'L._Brakemann S._Apexson D._Torque_Vale F._Slipstrom K._Gearhart H._Camberly J._Rowlane O._Pitwell',
      },
    ],
  },
}

function footballLeagues(): League[] {
  const taken = new Set(football.flatMap(({ leagues: all }) => all.flatMap(({ teams = '' }) => named(teams))))
  const ofCountries = football.map(({ style, scoring, leagues: all }) => {
    const names = placeNames(style, taken)
    return all.map(({ name, teams }, index): League => {
      const known = teams === undefined ? [] : named(teams)
      return {
        name,
        teams: [...known, ...take(names, footballTeams - known.length)],
        ...(scoring && { scoring }),
        ...(index >= bigLeagues && { margin: smallMargin }),
      }
    })
  })
  // The calendar begins a match of each league in turn: neighbours are of different countries.
  const most = Math.max(...ofCountries.map(({ length }) => length))
  return Array.from({ length: most }, (_, index) => ofCountries.flatMap((all) => all[index] ?? [])).flat()
}

function leaguesOf({ leagues: count, teams, kind, known }: OtherSport): League[] {
  const taken = new Set(known.flatMap((league) => named(league.teams)))
  const names = kind === 'clubs' ? clubNames(taken) : personNames(taken)
  const more = take(leagueNames(kind), count - known.length)
  return [...known, ...more.map((name) => ({ name, teams: '' }))].map((league): League => {
    const first = league.teams === '' ? [] : named(league.teams)
    return {
      name: league.name,
      teams: [...first, ...take(names, teams - first.length)],
      ...(first.length === 0 && { margin: smallMargin }),
    }
  })
}

function take(names: Iterator<string>, count: number): string[] {
  return Array.from({ length: count }, () => {
    const { value, done } = names.next()
    if (done) throw new RangeError('there are not so many names')
    return value
  })
}

export const leagues: Record<Sport, readonly League[]> = {
  football: footballLeagues(),
  ...(Object.fromEntries(Object.entries(others).map(([sport, other]) => [sport, leaguesOf(other)])) as Record<
    Exclude<Sport, 'football'>,
    League[]
  >),
}

const byName = new Map(
  Object.entries(leagues).flatMap(([sport, all]) =>
    all.map((league) => [`${sport}:${league.name}`, league] as const),
  ),
)

/** The league of this name; undefined for one that is not of the calendar. */
export function leagueNamed(sport: Sport, name: string): League | undefined {
  return byName.get(`${sport}:${name}`)
}

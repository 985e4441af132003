import type { Sport } from '#contract/rules/sports.ts'

/**
 * A competition of the built-in calendar. Its number of teams is even, so that all of them play in each
 * round.
 */
export interface League {
  name: string
  teams: readonly string[]
}

/** Team names are separated by spaces; `_` stands for a space within a name. */
function league(name: string, teams: string): League {
  return { name, teams: teams.split(' ').map((team) => team.replaceAll('_', ' ')) }
}

/** Leagues, clubs and people are invented; any likeness to real ones is accidental. */
export const leagues: Record<Sport, readonly League[]> = {
  football: [
    league(
      'Liga Aurora',
      'Porto_Sereno Vale_do_Ipê Aurora_FC Campo_Lindo Serra_Clara Ribeira_Azul Vila_Cajá Monte_Jatobá Lagoa_Funda Barra_do_Sol',
    ),
    league(
      'Copa dos Rios',
      'Rio_Pardal Itaperó Pedra_Mansa Cachoeirão Ilha_Verde Estrela_do_Cais Mirante_EC Sabiá_FC Encosta_Alta Capim_Dourado',
    ),
    league(
      'Meridian League',
      'Northhaven Eastmoor_Rovers Castlebrook Ashford_Vale Kingsmere Port_Ellery Redcliff_Athletic Silverton_Bay Westmarch Oakhollow',
    ),
    league(
      'Liga del Pacífico',
      'Puerto_Alba Los_Robledos San_Telmar Costa_Brisa Valle_Hondo Unión_Arenal Deportivo_Quebrada Nueva_Almería_FC Atlético_Farallón Río_Sauce',
    ),
  ],
  basketball: [
    league(
      'Liga Cesta Brasil',
      'Tucanos_da_Serra Onças_do_Cerrado Araras_do_Litoral Falcões_de_Itaperó Jaguares_do_Norte Capivaras_BC Gaviões_do_Planalto Piranhas_do_Rio',
    ),
    league(
      'Continental Hoops',
      'Harbor_Comets Ridgeport_Owls Lakemont_Rams Stonebridge_Storm Crestfall_Foxes Palmview_Waves Ironvale_Bulls Fairhaven_Kites',
    ),
  ],
  tennis: [
    league(
      'Aberto do Litoral',
      'T._Varella M._Quintão R._Bastilho L._Ferrugem D._Montalva A._Carvalhal P._Seixal V._Moreno_Paz',
    ),
    league(
      'Copa Saibro',
      'E._Lindqvar J._Marchetto K._Oberholt S._Dravec N._Petrossi H._Valmont O._Kestrel B._Tarnow',
    ),
    league(
      'Garden Series',
      'C._Ashdell Y._Morikado I._Solberga F._Dunmore G._Rastelli W._Penrhos Z._Halvik U._Corvano',
    ),
  ],
  boxing: [
    league(
      'Noite das Luvas',
      'Caio_Trovão Beto_Pedreira Davi_Marreta Jonas_Cais Leo_Farol Rui_Granito Téo_Vendaval Zeca_Bigorna',
    ),
    league(
      'Iron Ring Series',
      'Max_Holloran Ivo_Strand Ken_Amadi Sol_Brannick Tor_Velasky Abe_Norwell Gus_Fenner Lou_Castwell',
    ),
  ],
  snooker: [
    league(
      'Taça Pano Verde',
      'N._Almeirim G._Portela_Luz H._Caldas_Rio S._Brandt_Lima O._Vasques_Mar E._Tristão_Sá I._Campos_Léo F._Duarte_Sol',
    ),
    league(
      'Green Baize Masters',
      'A._Whitmarsh R._Callowell D._Prescombe T._Oakhart M._Lindsell J._Harrowby P._Quillan C._Stavely',
    ),
  ],
  baseball: [
    league(
      'Liga do Diamante',
      'Lobos_de_Aruanã Corsários_do_Porto Touros_de_Itabó Cometas_do_Sul Garças_de_Jandira Mineiros_da_Pedra Relâmpagos_BC Navegantes_do_Vale',
    ),
    league(
      'Summer Diamond',
      'Bayport_Pelicans Cedar_Falls_Miners Granite_City_Elks Maple_Point_Hawks Sunfield_Larks Dockside_Anchors Highmoor_Bears Riverton_Otters',
    ),
  ],
  volleyball: [
    league(
      'Superliga das Ondas',
      'Maré_Alta_VC Vôlei_Ipê-Roxo Praia_Longa Sol_Nascente_VC Recife_Manso Vôlei_Cajueiro Ponta_Clara Dunas_VC',
    ),
    league(
      'Euro Net Cup',
      'Volley_Montegro Spike_Lindau Olimpo_Varna_Sul Adria_Setters Nordvik_VK Castel_Aria Baltica_Volley Danubio_VC',
    ),
  ],
  badminton: [
    league(
      'Aberto da Peteca',
      'L._Yamagiri P._Sunthorn A._Kirana R._Mehrotan J._Lauritz C._Bomtempo T._Wirawan M._Engholm',
    ),
    league(
      'Shuttle Masters',
      'H._Okanori S._Lindberga D._Rajanya F._Castellon K._Nuwat B._Arvidson E._Prasanti G._Holmqvar',
    ),
  ],
  americanFootball: [
    league(
      'Liga da Bola Oval',
      'Caciques_de_Aruá Vulcões_da_Serra Tubarões_do_Cais Búfalos_do_Pampa Cobras_de_Jaguari Raios_do_Agreste Ursos_de_Pinhal Piratas_da_Barra',
    ),
    league(
      'Frontier Gridiron',
      'Dustfield_Mustangs Timberline_Wolves Saltlake_Harbor_Krakens Copper_Hill_Badgers Prairie_Ridge_Bisons Thornwood_Ravens Blackrock_Titans_Club Sundance_Coyotes',
    ),
  ],
  tableTennis: [
    league(
      'Circuito Mesa Rápida',
      'V._Takemori D._Sobral_Reis K._Wenlong A._Filipak H._Jorgen_Dal R._Baptistel S._Nakahira O._Tremblet',
    ),
    league(
      'Pro Paddle Series',
      'M._Ziegland Y._Hanazuki P._Kovarin J._Esteban_Rua T._Ljungholm C._Pariset E._Songtao L._Vukarin',
    ),
  ],
  cricket: [
    league(
      'Copa Wicket',
      'Leões_do_Taco Wicket_Paulista-Novo Postes_da_Ilha Real_Boundary Araçá_CC Planalto_XI Taco_de_Ouro Campo_Oval_CC',
    ),
    league(
      'Coral Premier',
      'Coral_Bay_Kings Monsoon_Riders Spice_Harbour Teak_Valley_Tigers Lagoon_Strikers Sandstone_XI Palm_Coast_Royals_Club Saffron_Hill',
    ),
  ],
  motorRacing: [
    league(
      'Duelo na Pista',
      'N._Faísca R._Turbante G._Asfalto_Lima E._Curvelo_Dias T._Boxer_Reis A._Largada_Cruz M._Chicane_Luz V._Paddock_Sá',
    ),
    league(
      'Grand Duel Series',
      'L._Brakemann S._Apexson D._Torque_Vale F._Slipstrom K._Gearhart H._Camberly J._Rowlane O._Pitwell',
    ),
  ],
}

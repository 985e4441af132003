import games from './games.json' with { type: 'json' }
import originals from './originals.json' with { type: 'json' }
import play from './play.json' with { type: 'json' }
import sports from './sports.json' with { type: 'json' }

/** The texts of games, sports and proofs. */
export default { games, originals, play, sports }

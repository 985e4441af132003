import account from './account.json' with { type: 'json' }
import games from './games.json' with { type: 'json' }
import growth from './growth.json' with { type: 'json' }
import limits from './limits.json' with { type: 'json' }
import money from './money.json' with { type: 'json' }
import originals from './originals.json' with { type: 'json' }
import play from './play.json' with { type: 'json' }
import rewards from './rewards.json' with { type: 'json' }
import sports from './sports.json' with { type: 'json' }

export default { account, games, growth, limits, money, originals, play, rewards, sports }

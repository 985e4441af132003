import account from './account.json' with { type: 'json' }
import chat from './chat.json' with { type: 'json' }
import growth from './growth.json' with { type: 'json' }
import limits from './limits.json' with { type: 'json' }
import money from './money.json' with { type: 'json' }
import rewards from './rewards.json' with { type: 'json' }

export default { account, chat, growth, limits, money, rewards }

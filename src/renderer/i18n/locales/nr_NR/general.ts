import account from './account.json' with { type: 'json' }
import chat from './chat.json' with { type: 'json' }
import kiosk from './kiosk.json' with { type: 'json' }
import limits from './limits.json' with { type: 'json' }
import loyalty from './loyalty.json' with { type: 'json' }
import money from './money.json' with { type: 'json' }
import rewards from './rewards.json' with { type: 'json' }

export default { account, chat, kiosk, limits, loyalty, money, rewards }

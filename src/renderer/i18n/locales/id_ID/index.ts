import auth from './auth.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }

/** What the first view says; everything else is in more.ts, which comes with the first other screen. */
export default { ...common, auth, home }

import auth from './auth.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }

/**
 * The texts of the first view. All others are in general.ts and play.ts, loaded with the screens that use them.
 */
export default { ...common, auth, home }

import own from './own.json' with { type: 'json' }
import receipts from './receipts.json' with { type: 'json' }

/** The texts of what players keep and read about themselves: results, saved keys, own stakes, receipts. */
export default { own, receipts }

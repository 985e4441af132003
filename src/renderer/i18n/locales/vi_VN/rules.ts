import rules from './rules.json' with { type: 'json' }

/** The texts of the page of rules of a sport. */
export default { rules }

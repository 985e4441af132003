/** How many keys a player may have saved, and how long the own name of one may be. */
export const SAVED_KEYS_MAXIMUM = 5
export const KEY_LABEL_MAXIMUM = 30

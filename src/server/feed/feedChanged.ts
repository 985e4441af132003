/** Broadcast to every process when scripts or the seed have changed. */
export const feedChanged = 'internal:feed'

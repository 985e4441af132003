/** Where the player's bet slips are. */
export const ticketsPath = '/footballPage?tickets=open'

/** The address of the player's tickets. */
export const ticketsPath = '/footballPage?tickets=open'

/** On the games' origin: where a page without the frame protocol (frame.ts) sends the player who leaves it. */
export const exitPath = '/exit/'

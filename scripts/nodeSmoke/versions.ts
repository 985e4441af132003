/** The versions of Node that the README promises: the oldest one, then the newest release of each later line. */
export const testedNodes = ['20.19', '22', '24', '26']

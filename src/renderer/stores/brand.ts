/** What a venue's brand decides and no server is asked for. */

/** The brand's social network (spec §2, side menu): a venue puts its own page here. */
export const socialUrl = 'https://www.instagram.com/'

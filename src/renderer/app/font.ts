/** A letter of each script that has a file (ui/fonts.css): a file is fetched when one of its letters is needed. */
const letters = 'aжạ'

/** The application has the font on its disk, and shows no text before it. A browser's page begins to fetch it in its head. */
export async function loadFont(): Promise<void> {
  try {
    await document.fonts.load('1em Inter', letters)
  } catch (error) {
    console.info('the font is not loaded', error)
  }
}

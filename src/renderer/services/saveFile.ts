/** Hands a text to the player as a file: the browser's own download. */
export function saveFile(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves a text or a picture as a file, as a browser download. */
export function saveFile(fileName: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Later, so that the download has read the data.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Opens the browser's print dialog, which also saves as PDF, with nothing but a picture on the page. */
export async function printPicture(picture: Blob, title: string): Promise<void> {
  const url = URL.createObjectURL(picture)
  const frame = document.createElement('iframe')
  // Not display: none, which some browsers print as an empty page.
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  frame.title = title
  document.body.append(frame)
  const { contentDocument: page, contentWindow: window } = frame
  if (!page || !window) return
  page.title = title
  const image = page.createElement('img')
  image.style.cssText = 'display:block;width:100%;max-width:14cm;margin:0 auto'
  image.alt = title
  image.src = url
  page.body.append(image)
  await image.decode()
  // Chromium's returns when the dialog closes, others' at once: what is printed must still be there.
  window.print()
  setTimeout(() => {
    frame.remove()
    URL.revokeObjectURL(url)
  }, 60_000)
}

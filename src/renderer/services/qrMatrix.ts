/** The modules of a QR code, rows of dark and light; the library comes with the first one asked for. */
export async function qrMatrix(text: string): Promise<boolean[][]> {
  const { default: library } = await import('qrcode')
  const { modules } = library.create(text, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  )
}

/** The modules of a QR code: rows of booleans, true is dark. The library is loaded at the first call. */
export async function qrMatrix(text: string): Promise<boolean[][]> {
  const { default: library } = await import('qrcode')
  const { modules } = library.create(text, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  )
}

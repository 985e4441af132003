/** The label at the left edge, the value at the right one; on lines of their own when one is too short for both. */
export function row(label: string, value: string, columns: number): string {
  const gap = columns - label.length - value.length
  if (gap >= 1) return label + ' '.repeat(gap) + value
  return [...wrapped(label, columns), ...wrapped(value, columns).map((line) => line.padStart(columns))].join(
    '\n',
  )
}

/** Breaks lines between words, and words that are longer than a line. */
export function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= columns) return [line]
    const lines = ['']
    for (const word of line.trim().split(/ +/)) {
      const last = lines.at(-1) ?? ''
      const longer = last === '' ? word : `${last} ${word}`
      if (longer.length <= columns) lines[lines.length - 1] = longer
      else lines.push(word)
      while ((lines.at(-1) ?? '').length > columns) {
        const long = lines.pop() ?? ''
        lines.push(long.slice(0, columns), long.slice(columns))
      }
    }
    return lines.filter((each, index) => each !== '' || index > 0)
  })
}

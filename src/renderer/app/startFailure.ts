/** Says in the page what the program could not start for: the text of index.html is about a connection that is slow. */
export function showStartFailure(error: unknown): void {
  const late = document.getElementById('late')
  const [own, english] = late?.querySelectorAll('p') ?? []
  if (!late || !own || !english) return
  const reason = error instanceof Error ? error.message : String(error)
  own.lang = 'pt-BR'
  own.textContent = `A página não conseguiu abrir neste navegador: ${reason}`
  english.textContent = `The page could not open in this browser: ${reason}`
  late.style.visibility = 'visible'
}

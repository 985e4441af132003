/** The address of a list with a filter, as ListPage keeps it. */
export function listAddress(path: string, filter: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`
}

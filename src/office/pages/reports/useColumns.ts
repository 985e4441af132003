import { useState } from 'react'

/** The columns that a person has chosen for a table, kept in this browser. They stay in the table's own order. */
export function useColumns<Column extends string>(
  table: string,
  all: readonly Column[],
  usual: readonly Column[],
): { columns: readonly Column[]; toggle: (column: Column) => void } {
  const key = `office.columns.${table}`
  const [chosen, setChosen] = useState<readonly string[]>(
    () => localStorage.getItem(key)?.split(' ') ?? usual,
  )
  const columns = all.filter((column) => chosen.includes(column))
  const toggle = (column: Column) => {
    const next = columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column]
    // A table without any column shows nothing.
    if (next.length === 0) return
    localStorage.setItem(key, next.join(' '))
    setChosen(next)
  }
  return { columns, toggle }
}

/** The names of a table's columns, in its order. */
export function namesOf<Name extends string>(columns: Record<Name, unknown>): Name[] {
  return Object.keys(columns) as Name[]
}

export function table(widths: Record<string, number> = {}): (row: Record<string, string | number>) => void {
  let columns: [string, number][] | undefined
  return (row) => {
    if (!columns) {
      columns = Object.entries(row).map(([name, value]) => [
        name,
        Math.max(name.length, String(value).length, widths[name] ?? 0),
      ])
      console.log(columns.map(([name, width]) => name.padStart(width)).join('  '))
    }
    console.log(columns.map(([name, width]) => String(row[name] ?? '').padStart(width)).join('  '))
  }
}

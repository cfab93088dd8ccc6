import fs from 'node:fs'
import { main, StepFailed } from './lib/step.mjs'
import { query, rowsOf, table } from './lib/report.mjs'

// `npm run report -- FILE` prints how many API requests and tasks ended in a day, by platform and failure
// code. `npm run report -- --sql [DATASET]` prints the SQL query that returns these counts.

const HELP = `Usage: npm run report -- FILE      log lines, or the JSON answer of the query; - is the standard input
       npm run report -- --sql [media_downloader_staging]`

await main(async () => {
  const [file, dataset = 'media_downloader'] = process.argv.slice(2)
  if (file === '--sql') return console.log(query(dataset))
  if (!file) throw new StepFailed(HELP)
  const rows = rowsOf(fs.readFileSync(file === '-' ? 0 : file, 'utf8'))
  if (rows.length === 0)
    throw new StepFailed('This file has neither log lines of the product nor rows of the query.')
  console.log(table(rows))
})

import fs from 'node:fs'
import { isTag, languages, type Tag } from '../../texts/languages.ts'
import { leavesIn, poOf, translationsIn, type Entry } from '../lib/po.ts'
import { main, root, runOrFail, StepFailed } from '../lib/step.ts'
import { isForms, leavesOf, withLeaves, type Leaf } from '../lib/text-leaves.ts'
import { isDraft, partNames, standingOf, textsIn } from '../lib/translations.ts'

const USAGE = `npm run texts -- status [language]
npm run texts -- export <language> > file.po
npm run texts -- import <language> file.po`

async function status(only: string | undefined): Promise<void> {
  const tags = (Object.keys(languages) as Tag[]).filter((tag) => tag !== 'en' && tag === (only ?? tag))
  for (const tag of tags) {
    const { missing, missingWords, problems } = await standingOf(tag)
    const kind = isDraft(tag) ? 'draft' : 'open'
    console.log(`${tag} (${kind}): ${missing.length} texts missing, ${missingWords} words`)
    for (const line of only ? [...missing.map((name) => `  missing ${name}`), ...problems] : problems)
      console.log(`  ${line.trim()}`)
  }
}

/** Each form of a plural is an entry, with the English form of the same name or the last one. */
function entriesOf(tag: Tag, path: string, english: Leaf, translation: Leaf | undefined): Entry[] {
  if (!isForms(english))
    return [{ path, english, translation: typeof translation === 'string' ? translation : '' }]
  const known = isForms(translation) ? translation : {}
  return languages[tag].plurals.map((form) => ({
    path: `${path}[${form}]`,
    english: english[form] ?? english['other'] ?? '',
    translation: known[form] ?? '',
  }))
}

async function exported(tag: Tag): Promise<string> {
  const own = partNames(tag)
  const entries: Entry[] = []
  for (const part of partNames('en')) {
    const translated = own.includes(part) ? leavesOf(await textsIn(tag, part)) : new Map<string, Leaf>()
    for (const [path, english] of leavesOf(await textsIn('en', part)))
      if (!path.startsWith('intros.'))
        entries.push(...entriesOf(tag, `${part}:${path}`, english, translated.get(path)))
  }
  return poOf(tag, entries)
}

async function imported(tag: Tag, file: string): Promise<void> {
  const leaves = leavesIn(translationsIn(fs.readFileSync(file, 'utf8')))
  for (const part of partNames('en')) {
    const own = new Map(
      [...leaves].flatMap(([path, leaf]): [string, Leaf][] =>
        path.startsWith(`${part}:`) ? [[path.slice(part.length + 1), leaf]] : [],
      ),
    )
    if (own.size === 0) continue
    const { intros: _, ...english } = (await textsIn('en', part)) as Record<string, unknown>
    const up = '../'.repeat(part.split('/').length)
    const [type, from] = part.startsWith('platforms/') ? ['PlatformIn', 'parts'] : ['In', 'shape']
    const path = `${root}/texts/${tag}/${part}.ts`
    fs.mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
    fs.writeFileSync(
      path,
      `import type { texts as english } from '${up}en/${part}.ts'\nimport type { ${type} } from '${up}${from}.ts'\n\nexport const texts: ${type}<'${tag}', typeof english> = ${JSON.stringify(withLeaves(english, own), null, 2)}\n`,
    )
  }
  await runOrFail(['oxfmt', '--write', `texts/${tag}`])
}

function tagOf(text: string | undefined): Tag {
  if (text === undefined || !isTag(text) || text === 'en')
    throw new StepFailed(`texts/languages.ts has no language ${text ?? '(none)'} to translate into.`)
  return text
}

await main(async () => {
  const [command, language, file] = process.argv.slice(2)
  if (command === 'status') return await status(language)
  if (command === 'export') return console.log(await exported(tagOf(language)))
  if (command === 'import' && file !== undefined) return await imported(tagOf(language), file)
  throw new StepFailed(USAGE)
})

import { createHash } from 'node:crypto'
import fs from 'node:fs'

const root = new URL('../../../texts/', import.meta.url)

/** The texts of every language, by the names of their files, as `es/pages/home`. */
async function allTexts(): Promise<Map<string, unknown>> {
  const names = fs
    .globSync('*/**/*.ts', { cwd: root })
    .map((name) => name.slice(0, -'.ts'.length))
    .toSorted()
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, unknown]> => {
        const { texts } = (await import(new URL(`${name}.ts`, root).href)) as { texts: unknown }
        return [name, texts]
      }),
    ),
  )
}

/** Writes the files with which a page loads the texts of later parts (web/app/texts.ts). */
export async function writeTextFiles(folder: string): Promise<{ prefix: string; files: string[] }> {
  const texts = [...(await allTexts())].map(([name, text]) => {
    const [language, ...part] = name.split('/')
    return { name: `${language}.${part.join('_')}.json`, json: JSON.stringify(text) }
  })
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8)
  const prefix = `texts-${hash}`
  for (const { name, json } of texts) fs.writeFileSync(`${folder}/${prefix}.${name}`, json)
  return { prefix, files: texts.map(({ name }) => `${prefix}.${name}`) }
}

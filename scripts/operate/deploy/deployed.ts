import { resultOf } from '../account-api.ts'
import { configOf } from '../config.ts'

export interface Deployment {
  created_on: string
  versions: { version_id: string; percentage: number }[]
}
interface Version {
  annotations?: Record<string, string>
  resources?: { bindings?: { name: string; text?: string }[] }
}

const worker = async (target: string) => `/workers/scripts/${(await configOf(target)).name}`

/** The newest first, which is the live one; none before the first deploy. */
export async function deploymentsOf(target: string): Promise<Deployment[]> {
  const path = `${await worker(target)}/deployments`
  return (await resultOf<{ deployments: Deployment[] }>(path))?.deployments ?? []
}

export async function secretsOf(target: string): Promise<string[]> {
  const secrets = (await resultOf<{ name: string }[]>(`${await worker(target)}/secrets`)) ?? []
  return secrets.map(({ name }) => name)
}

export async function versionOf(target: string, id: string): Promise<Version | undefined> {
  return await resultOf<Version>(`${await worker(target)}/versions/${id}`)
}

export const commitOf = (version: Version | undefined) => version?.annotations?.['workers/tag']

export const imageTagOf = (version: Version | undefined) =>
  version?.resources?.bindings?.find(({ name }) => name === 'MERGER_BUILD')?.text

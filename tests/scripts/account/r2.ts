import { type Answer, type Call, jsonOf, notFound } from './answer.ts'

export class Buckets extends Map<string, { location: string; rules: { id: string }[] }> {
  async answer(call: Call): Promise<Answer> {
    const [, name = '', rest] = /^\/r2\/buckets(?:\/([^/]+))?(\/.*)?$/.exec(call.path) ?? []
    if (!name && call.method === 'POST') {
      const { name: bucket, locationHint = '' } = await jsonOf<Record<string, string>>(call)
      if (!bucket) return undefined
      if (this.has(bucket))
        return { status: 409, code: 10_004, message: 'The bucket you tried to create already exists' }
      this.set(bucket, { location: locationHint, rules: [] })
      return { result: { name: bucket } }
    }
    const bucket = this.get(name)
    if (!bucket) return notFound(10_006, 'The specified bucket does not exist.')
    if (call.method === 'DELETE') {
      this.delete(name)
      return { result: null }
    }
    if (rest === '/lifecycle' && call.method === 'PUT')
      bucket.rules = (await jsonOf<{ rules: { id: string }[] }>(call)).rules
    return { result: rest === '/lifecycle' ? { rules: bucket.rules } : { name } }
  }
}

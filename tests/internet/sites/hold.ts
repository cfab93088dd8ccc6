import type { Site } from '../site.ts'

const held = new Map<string, PromiseWithResolvers<void>>()
export const released = async (id: string) => await held.get(id)?.promise

/** Requests for /on/<id> and /off/<id> say whether the source with this id is held back. */
export const hold: Site = {
  hosts: ['hold.test'],
  answer({ path }) {
    const [, state, id = ''] = path.split('/')
    if (state === 'on') held.set(id, Promise.withResolvers())
    else held.get(id)?.resolve()
    return (_, response) => void response.end()
  },
}

import type { Entered } from '../../../edge/places/fair-places.ts'

/**
 * Returns a binding PLACES whose fair queue answers each call of `take` with `state`. `calls` contains the
 * names of the calls, in order.
 */
export function fakePlaces(state: Entered = 'granted') {
  const calls: string[] = []
  const record = (call: string) => async () => void calls.push(call)
  const queue = {
    take: async () => {
      calls.push('take')
      return { state }
    },
    keep: record('keep'),
    leave: record('leave'),
  }
  return { calls, PLACES: { getByName: () => queue } }
}

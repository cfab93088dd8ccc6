/** Keys of the tests: the current one, the one before, and one that was dropped. */
export const KEYS = {
  current: 'new',
  keys: {
    new: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    old: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
  },
}
export const DROPPED = 'AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI'

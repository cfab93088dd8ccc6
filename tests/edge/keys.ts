/** The keyring of the tests: the current key and the previous one. */
export const KEYS = {
  current: 'new',
  keys: {
    new: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    old: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
  },
}
/** A key that was removed from the keyring. */
export const DROPPED = 'AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI'

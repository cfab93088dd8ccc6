/** The keyring of the tests: a current key and a previous key. */
export const KEYS = {
  current: 'new',
  keys: {
    new: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    old: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
  },
}
/** A key that was removed from the keyring. */
export const DROPPED = 'AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI'

// The player script of the imitated YouTube. The code of the script is made up. yt-dlp's solver (yt_dlp_ejs,
// yt.solver.core.js) accepts the script because it contains the same pattern as YouTube's player. The pattern
// is a function that sets the URL parameter "alr" to "yes" and returns an object. A method of this object
// changes the URL parameter `n`.

/** The id of the player in the path /s/player/ID/... of the player script. */
export const PLAYER_ID = '5ea1ed00'
/** The unsolved signature of every stream that needs the player script. `sign` solves it. */
const SIGNATURE = 'AOq0QJ8wRAIgSealedInternetSignature0123456789=='
/** The unsolved URL parameter `n` of every stream that needs the player script. `turn` solves it. */
const CHALLENGE = 'k3Zq-Sealed_n0'
/**
 * Size of the player script in bytes. The script is about as large as YouTube's (2.5 to 2.9 MB), so that the
 * solver needs about as much time for a challenge as with YouTube's script.
 */
const SCRIPT_BYTES = 2_700_000

// `sign` and `turn` compute the signature and the URL parameter `n` that the media host accepts. The player
// script contains the source code of both functions.

/**
 * Computes the signature that the media host accepts: drops the first two characters, reverses the rest, and
 * swaps the first and the fourth character of the result.
 */
function sign(signature: string): string {
  const middle = signature.split('').slice(2).toReversed()
  const first = middle[0]!
  middle[0] = middle[3]!
  middle[3] = first
  return middle.join('')
}

/**
 * Computes the value of the URL parameter `n` that the media host accepts: shifts each character of
 * `challenge` within the alphabet. The distance depends on the position of the character.
 */
function turn(challenge: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return challenge
    .split('')
    .map((each, place) => alphabet[(alphabet.indexOf(each) + 7 * place + 11) % 64])
    .join('')
}

/**
 * Returns the field `signatureCipher` of a stream. It contains the media link with an unsolved signature and
 * an unsolved URL parameter `n`. The media host refuses this link.
 */
export const cipherOf = (link: string) =>
  new URLSearchParams({ s: SIGNATURE, sp: 'sig', url: `${link}&n=${CHALLENGE}` }).toString()

/** Returns whether the query of a media link has the solved signature and the solved parameter `n`. */
export const isSolved = (query: URLSearchParams) =>
  query.get('sig') === sign(SIGNATURE) && query.get('n') === turn(CHALLENGE)

let script: string | undefined

/** Returns the source code of the player script. */
export function playerScript(): string {
  script ??= `var _yt_player={};(function(g){var window=this;
g.config={signatureTimestamp:20500};
${sign.toString()}
${turn.toString()}
class Address {
  constructor(address) { this.address = address; this.values = {} }
  set(name, value) { this.values[name] = value }
  get(name) { return this.values[name] }
  clone() { return new Address(this.address) }
  apply() { if (this.values.n) this.values.n = turn(this.values.n) }
}
function open(address, name, signature) {
  var url = new Address(address);
  url.set("alr", "yes");
  if (signature) url.set(name, encodeURIComponent(sign(decodeURIComponent(signature))));
  return url;
}
${filler()}
})(_yt_player);
`
  return script
}

/** Returns the code of unused functions. They make the player script about as large as YouTube's script. */
function filler(): string {
  const words = 'made up for the sealed internet '.repeat(5)
  const pieces: string[] = []
  for (let bytes = 0, n = 0; bytes < SCRIPT_BYTES; n += 1) {
    const cases = `case 0:e.push(d[b[f]]^c);break;case 1:e[f]=b.slice(f,f+${n % 90}).join("${words}")`
    const piece = `g.f${n}=function(a,b,c){var d=a.x${n}||{},e=[];for(var f=0;f<b.length;f++)switch(b[f]%5){${cases}}return e};\n`
    pieces.push(piece)
    bytes += piece.length
  }
  return pieces.join('')
}

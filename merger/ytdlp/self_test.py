"""Tests the two optional parts of yt-dlp: challenge solver and impersonation. When a part is missing, yt-dlp
itself reports no error.

YouTube's formats need the challenge solver (yt-dlp-ejs), which runs in the JavaScript runtime. Several
platforms refuse every TLS handshake that does not look like a browser's. Only curl_cffi can imitate the
handshake of a browser.
"""

from yt_dlp.dependencies import curl_cffi, yt_dlp_ejs
from yt_dlp.extractor.youtube.jsc._director import initialize_jsc_director
from yt_dlp.extractor.youtube.jsc.provider import (
    JsChallengeRequest,
    JsChallengeType,
    NChallengeInput,
    SigChallengeInput,
)
from yt_dlp.networking import Request
from yt_dlp.networking.exceptions import RequestError
from yt_dlp.networking.impersonate import ImpersonateTarget
from yt_dlp.utils import YoutubeDLError

import extraction

PLAYER_URL = 'https://www.youtube.com/s/player/00000000/player_ias.vflset/en_US/base.js'
# A made-up YouTube player with the structure that the solver (yt.solver.core.js) looks for:
# - A function sets the URL parameter "alr" to "yes" and returns a URL object.
# - A method of this object changes the parameter "n".
# This player solves both challenges (n and signature) by reversing the text.
PLAYER = """
var _yt_player = {};
(function (g) {
  'use strict';
  class Address {
    constructor() { this.values = {} }
    set(name, value) { this.values[name] = value }
    get(name) { return this.values[name] }
    turn() { this.set('n', [...(this.get('n') || '')].reverse().join('')) }
  }
  function open(address, name, signature) {
    const url = new Address();
    url.set('alr', 'yes');
    if (signature) url.set(name, encodeURIComponent([...decodeURIComponent(signature)].reverse().join('')));
    return url;
  }
})(_yt_player);
"""
CHALLENGE, SOLUTION = 'abcdefgh', 'hgfedcba'


def run(host: str) -> dict:
    """Returns the version of each part that works, and one sentence (`problems`) for each part that does not.

    The versions are `js` (JavaScript runtime), `ejs` (challenge solver) and `curl_cffi` (impersonation). The
    version of a part that does not work is None. `js` is also None when the challenge solver is missing.

    To test the impersonation of a browser, yt-dlp connects to `host`, a name that does not exist on the
    internet. The egress guard accepts the connection and reads the TLS handshake. The merger then checks that
    the handshake looks like a browser's.
    """
    problems: list[str] = []
    runtime = extraction.runtime_version()
    solver = None
    if yt_dlp_ejs is None:
        problems.append('yt-dlp-ejs does not load, so no challenge of YouTube can be solved')
    elif runtime is None:
        problems.append('the JavaScript runtime does not start')
    else:
        solver = solver_version(problems)
    return {
        'js': runtime,
        'ejs': solver,
        'curl_cffi': impersonation_version(host, problems),
        'problems': [each[:500] for each in problems],
    }


def solver_version(problems: list[str]) -> str | None:
    """Solves one n challenge and one signature challenge.

    Returns the solver's version. If the solver fails, adds a sentence to `problems` and returns None.
    """
    assert extraction.ready is not None
    try:
        youtube = extraction.ready.get_info_extractor('Youtube')
        youtube._code_cache[youtube._player_js_cache_key(PLAYER_URL)] = PLAYER
        solved = initialize_jsc_director(youtube).bulk_solve(
            [
                JsChallengeRequest(JsChallengeType.N, NChallengeInput(PLAYER_URL, [CHALLENGE])),
                JsChallengeRequest(JsChallengeType.SIG, SigChallengeInput(PLAYER_URL, [CHALLENGE])),
            ]
        )
        answers = [response.output.results.get(CHALLENGE) for _, response in solved]
    except Exception as error:
        problems.append(f'the challenge solver failed: {type(error).__name__}: {error}')
        return None
    if answers == [SOLUTION, SOLUTION]:
        return yt_dlp_ejs.version
    warnings = extraction.ready.params['logger'].warnings
    problems.append(f'the challenge solver gave {answers}. {" ".join(warnings)}')
    return None


def impersonation_version(host: str, problems: list[str]) -> str | None:
    """Returns the version of curl_cffi when yt-dlp can impersonate a browser.

    Otherwise adds a sentence to `problems` and returns None. The test sends one impersonated request to
    `host`. The guard closes every connection to `host` after the first message of the TLS handshake.
    Therefore a RequestError is the expected result.
    """
    assert extraction.ready is not None
    target = ImpersonateTarget('chrome')
    if curl_cffi is None or not extraction.ready._impersonate_target_available(target):
        problems.append('curl_cffi does not load, so no request can impersonate a browser')
        return None
    try:
        extraction.ready.urlopen(Request(f'https://{host}/', extensions={'impersonate': target}))
    except RequestError:
        return curl_cffi.__version__
    except YoutubeDLError as error:
        problems.append(f'the impersonated request could not be sent: {error}')
        return None
    problems.append('the impersonated request was answered, which the guard never does')
    return None

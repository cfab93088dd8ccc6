"""Parses hostile inputs with the modules of the fork server, in one process and without a network.

The fork server (merger/ytdlp/server.py) runs each extraction in a child process. This program has no child
processes. Each line of stdin is {"feed": base64} or {"json": base64} with a podcast feed, or {"answer": base64}
with the output of a child process. The first line of stdout is {"ready": true}. Each later line is {"cpu": seconds,
"megabytes": maximum memory until now, "line": the line that the fork server would write}.
"""

import base64
import json
import resource
import sys
import time

import extraction
import server

# No proxy listens on this port, so every network request fails at once.
GUARD = 'http://127.0.0.1:9'
LINK = 'https://a.example/feed'


def read(request: dict) -> bytes:
    if 'feed' in request or 'json' in request:
        kind = 'rss+xml' if 'feed' in request else 'feed+json'
        link = f'data:application/{kind};base64,{request.get("feed") or request["json"]}'
        answer = extraction.extract(link, None, GUARD)
    else:
        answer = server.decode(base64.b64decode(request['answer']))
    extraction.cache.accept(LINK, answer.pop('learned', None))
    answer.pop('id', None)
    return server.encode({'id': 1, **answer})


extraction.warm(GUARD, sys.argv[1], [])
print(json.dumps({'ready': True}), flush=True)
for text in sys.stdin:
    begun = time.process_time()
    line = read(json.loads(text)).decode()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({'cpu': time.process_time() - begun, 'megabytes': used, 'line': line}), flush=True)

// Which entries of bad-inputs.json are not run where the rest of their group is, and the file that runs them by name:
// what no client inside a Worker can send, what only a browser or the network itself can show. corpus.test.ts checks it.

const STRANGERS = 'tests/e2e/strangers.test.ts'

export const elsewhere: Record<string, Record<string, string>> = {
  'POST /api/shorten-preview': {
    'chunked endless body': STRANGERS,
    'Content-Length larger than body': STRANGERS,
  },
  'any (Host and forwarding headers)': {
    'html in host': STRANGERS,
    'quote in host': STRANGERS,
  },
  'GET /api/proxied_download': {
    'client disconnects at 1 MB': STRANGERS,
  },
  'CORS, CSRF, methods, cache': {
    TRACE: STRANGERS,
  },
}

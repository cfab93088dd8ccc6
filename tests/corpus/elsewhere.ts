const RAW_HTTP = 'tests/e2e/hostile/raw-http.test.ts'

/**
 * Entries of bad-inputs.json that the edge tests leave out. The edge tests run inside a Worker, and no client
 * inside a Worker can send these inputs. The outer key is the name of a group in bad-inputs.json, and the
 * inner key is the name of an entry. The value is the path of the file that tests the entry. Exactly one test
 * title in that file contains the name of the entry (tests/contract/corpus.test.ts checks this).
 */
export const elsewhere: Record<string, Record<string, string>> = {
  'POST /api/shorten-preview': {
    'chunked endless body': RAW_HTTP,
    'Content-Length larger than body': RAW_HTTP,
  },
  'any (Host and forwarding headers)': {
    'html in host': RAW_HTTP,
    'quote in host': RAW_HTTP,
  },
  'GET /api/proxied_download': {
    'client disconnects at 1 MB': RAW_HTTP,
  },
  'CORS, CSRF, methods, cache': {
    TRACE: RAW_HTTP,
  },
}

/** Addresses of our API. Without zod, so that pages which must not load it can use them. */
export const paths = {
  domainConfig: '/api/domain-config',
  config: '/api/config',
  downloadVideo: '/api/download-video',
  startMerge: '/api/download/start-merge',
  status: '/api/download/status/',
  file: '/api/download/file/',
  /** DELETE: cancels a running task, deletes a finished file. */
  task: '/api/download/task/',
  proxiedDownload: '/api/proxied_download',
  preview: '/api/preview',
  imageProxy: '/api/image-proxy',
  shortenPreview: '/api/shorten-preview',
  shortLink: '/s/',
} as const

/** Every path of the API starts with this. */
export const API_PREFIX = '/api/'

/**
 * The paths of the API; those that end with a slash are followed by an id. This module must not import zod:
 * pages that do not load zod use it.
 */
export const paths = {
  domainConfig: '/api/domain-config',
  config: '/api/config',
  health: '/api/health',
  wake: '/api/wake',
  downloadVideo: '/api/download-video',
  startMerge: '/api/download/start-merge',
  status: '/api/download/status/',
  file: '/api/download/file/',
  /** DELETE cancels a running task or deletes a finished file. */
  task: '/api/download/task/',
  proxiedDownload: '/api/proxied_download',
  preview: '/api/preview',
  imageProxy: '/api/image-proxy',
  shortenPreview: '/api/shorten-preview',
  shortLink: '/s/',
} as const

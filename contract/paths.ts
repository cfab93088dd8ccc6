/** The prefix of every path of the API. */
export const API_PREFIX = '/api/'

/**
 * The paths of the API, of short links and of the page without JavaScript. A path that ends with a slash is
 * followed by an id. This module must not import zod: some pages import this module and must not load zod.
 */
export const paths = {
  domainConfig: '/api/domain-config',
  config: '/api/config',
  health: '/api/health',
  wake: '/api/wake',
  platforms: '/api/platforms',
  downloadVideo: '/api/download-video',
  startMerge: '/api/download/start-merge',
  status: '/api/download/status/',
  file: '/api/download/file/',
  /**
   * The path of a task. A DELETE request to this path cancels a running task. If the task has finished, the
   * request deletes its file.
   */
  task: '/api/download/task/',
  proxiedDownload: '/api/proxied_download',
  preview: '/api/preview',
  imageProxy: '/api/image-proxy',
  shortenPreview: '/api/shorten-preview',
  shortLink: '/s/',
  /** The path of the page on which a browser without JavaScript starts a merge and saves the file. */
  make: '/make',
} as const

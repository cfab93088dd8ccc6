export const API_PREFIX = '/api/'

/** This module must not import zod: some pages import this module and must not load zod. */
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
  task: '/api/download/task/',
  watch: '/api/download/watch/',
  proxiedDownload: '/api/proxied_download',
  preview: '/api/preview',
  subtitles: '/api/subtitles',
  imageProxy: '/api/image-proxy',
  shortenPreview: '/api/shorten-preview',
  shortLink: '/s/',
  /** With `name`, and a call token in its header. */
  joinMergers: '/api/mergers/join',
  make: '/make',
} as const

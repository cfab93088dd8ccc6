/** A page can load this small table without the large table `failures`. */
export const pageFailures = {
  offline: 'We can’t be reached right now. Please check your connection and try again.',
  no_network: 'You are offline. Please try again when you are back.',
  part_missing: 'This part of the page could not be loaded. Please check your connection and try again.',
  page_broken: 'This page stopped working. Please load it again; what you saved is safe.',
  preview_refused:
    'This link does not lead to a file that we could show. Please start again from the homepage.',
  cannot_start: 'Error: Could not start the download. Please check your connection or try again.',
  timed_out: 'Video processing timed out',
  file_missing:
    'Video processing completed but file is no longer available. The file may have expired or been cleaned up. Please try downloading again.',
} as const

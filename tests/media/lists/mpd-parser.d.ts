declare module 'mpd-parser' {
  type Segment = { resolvedUri: string; duration: number; map?: { resolvedUri: string } }
  type Playlist = { attributes: { NAME?: string }; segments: Segment[] }
  type Group = Record<string, Record<string, { playlists: Playlist[] }>>
  export function parse(
    text: string,
    options: { manifestUri: string },
  ): { playlists: Playlist[]; mediaGroups: { AUDIO: Group } }
}

import type { texts as english } from '../en/watch.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  watch: '播放 {title}',
  listen: '收听 {title}',
  clip: '截取片段',
  chapters: { other: '{n} 个章节' },
  subtitles: { other: '{n} 个字幕' },
  downloadClip: '下载 {length} 片段',
  moment: '请稍候…',
  qualityOfAll: '全部的画质',
  suggested: '推荐',
  savedZips: { other: '已把 {items} 项存为 {n} 个 ZIP。' },
  start: '开始',
  end: '结束',
  startHandle: '片段的开始',
  endHandle: '片段的结束',
  whole: '整个视频',
  minute: '{time} 前后',
}
